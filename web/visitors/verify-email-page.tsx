import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
  openEmailLink,
  openRegistrationLink,
  requestVerification,
  verificationRequest,
} from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { loginAddress, paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { buttonClass } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { EmailForm } from './email-form.tsx'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { keepUnverifiedEmail, unverifiedEmail } from '../session/kept-in-tab.ts'
import { OpeningLink, useOpenedLink, type Unopened } from './opening-link.tsx'

/** Verifies the email of a registration by the link in the address (spec §2), after a confirmation here. */
export function VerifyRegistrationPage() {
  const { id = '' } = useSearch({ strict: false })
  const opening = useOpenedLink(openRegistrationLink.name, id, (sent) => call(openRegistrationLink, sent))
  const [ended, setEnded] = useState<'confirmed' | 'invalid'>()
  if (opening.is !== 'opened') return <UnopenedLink opening={opening} />
  const { link } = opening
  if (ended === 'invalid') return <VerificationLinkInvalid />
  if (ended === 'confirmed' || link.needs === 'nothing') return <RegistrationVerified email={link.email} />
  return (
    <ConfirmEmail
      confirms="registration"
      id={id}
      link={link}
      onConfirmed={() => setEnded('confirmed')}
      onInvalid={() => setEnded('invalid')}
    />
  )
}

function RegistrationVerified({ email }: { email: string }) {
  const t = useT()
  const { features } = usePreferences()
  if (features.includes('PREVENT_SELF_REGISTRATION_WEB_LOGIN')) return <Navigate {...paths.accountVerified()} replace />
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.title')}
        intro={t('registration:verify.text', { email })}
        takesFocus
      />
      <a href={loginAddress()} className={buttonClass('filled', true)}>
        {t('session:submit')}
      </a>
    </>
  )
}

/** Verifies a changed email after a confirmation here, and goes to the login page, which reports it (spec §2). */
export function VerifyEmailPage() {
  const t = useT()
  const { id = '' } = useSearch({ strict: false })
  const opening = useOpenedLink(openEmailLink.name, id, (sent) => call(openEmailLink, sent))
  const [ended, setEnded] = useState<'confirmed' | 'invalid'>()
  const link = opening.is === 'opened' ? opening.link : undefined
  const verified = ended === 'confirmed' || link?.needs === 'nothing' ? link?.email : undefined
  // The login page is another document.
  useEffect(() => {
    if (verified === undefined) return
    keepMessage(t('registration:verify.moved', { email: verified }))
    window.location.replace(loginAddress())
  }, [verified, t])
  if (opening.is !== 'opened') return <UnopenedLink opening={opening} />
  if (ended === 'invalid') return <VerificationLinkInvalid />
  if (verified !== undefined) return <UnopenedLink opening={{ is: 'pending' }} />
  return (
    <ConfirmEmail
      confirms="change"
      id={id}
      link={opening.link}
      onConfirmed={() => setEnded('confirmed')}
      onInvalid={() => setEnded('invalid')}
    />
  )
}

function UnopenedLink({ opening }: { opening: Unopened }) {
  const t = useT()
  if (opening.is === 'link-invalid') return <VerificationLinkInvalid />
  return (
    <OpeningLink opening={opening} pending={t('registration:verify.pending')} failed="registration:verify.failed" />
  )
}

function VerificationLinkInvalid() {
  const t = useT()
  const navigate = useNavigate()
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.linkTitle')}
        intro={t('registration:verify.linkText')}
        takesFocus
      />
      <EmailForm
        schema={verificationRequest}
        initialEmail={unverifiedEmail() ?? ''}
        label={t('registration:verify.newLink')}
        submit={t('registration:verify.newLink')}
        send={(body) => call(requestVerification, { body, errors: 'caller' })}
        onSent={(email) => {
          keepUnverifiedEmail(email)
          return navigate(paths.verificationStatus())
        }}
      />
      <BackToLogin />
    </>
  )
}
