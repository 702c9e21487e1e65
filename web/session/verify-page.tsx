import { Navigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { openEmailLink, openRegistrationLink } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { loginAddress, paths } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { ConfirmEmail } from './confirm-email.tsx'
import { EntranceHeading } from './entrance.tsx'
import { useVerification, type Unopened } from './use-verification.ts'
import { VerificationLinkInvalid } from './verification-link-invalid.tsx'
import { VerificationProgress } from './verification-progress.tsx'

/** Verifies the email of a registration by the link in the address (spec §2), once it is confirmed here. */
export function VerifyRegistrationPage() {
  const { id = '' } = useSearch({ strict: false })
  const opening = useVerification(openRegistrationLink.name, id, (sent) => call(openRegistrationLink, sent))
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
        {t('registration:verify.logIn')}
      </a>
    </>
  )
}

/** Verifies a changed email once it is confirmed here, and goes to the login page, which says so (spec §2). */
export function VerifyEmailPage() {
  const t = useT()
  const { id = '' } = useSearch({ strict: false })
  const opening = useVerification(openEmailLink.name, id, (sent) => call(openEmailLink, sent))
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
    <VerificationProgress
      verification={opening}
      pending={t('registration:verify.pending')}
      failed={t('registration:verify.failed')}
    />
  )
}
