import { Navigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { loginAddress, paths } from '../paths.ts'
import { usePreferences } from '../tenants/queries.ts'
import { buttonClass } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { keepMessage } from '../ui/snackbar-store.ts'
import { EntranceHeading } from './entrance.tsx'
import { useVerification, type Verification } from './use-verification.ts'
import { VerificationLinkInvalid } from './verification-link-invalid.tsx'
import { VerificationProgress } from './verification-progress.tsx'

/** Verifies the email of a registration by the link in the address (spec §2). */
export function VerifyRegistrationPage() {
  const t = useT()
  const { features } = usePreferences()
  const { id = '' } = useSearch({ strict: false })
  const verification = useVerification('verifyRegistration', id)
  if (!('email' in verification)) return <Unverified verification={verification} />
  if (features.includes('PREVENT_SELF_REGISTRATION_WEB_LOGIN')) return <Navigate {...paths.accountVerified()} replace />
  return (
    <>
      <EntranceHeading
        title={t('registration:verify.title')}
        intro={t('registration:verify.text', { email: verification.email })}
        takesFocus
      />
      <a href={loginAddress()} className={buttonClass('filled', true)}>
        {t('registration:verify.logIn')}
      </a>
    </>
  )
}

/** Verifies a changed email by the link in the address, and goes to the login page, which says so (spec §2). */
export function VerifyEmailPage() {
  const t = useT()
  const { id = '' } = useSearch({ strict: false })
  const verification = useVerification('verifyEmail', id)
  const email = 'email' in verification ? verification.email : undefined
  // The login page is another document.
  useEffect(() => {
    if (email === undefined) return
    keepMessage(t('registration:verify.moved', { email }))
    window.location.replace(loginAddress())
  }, [email, t])
  return <Unverified verification={email === undefined ? verification : { is: 'pending' }} />
}

function Unverified({ verification }: { verification: Verification }) {
  const t = useT()
  if (!('is' in verification)) return null
  if (verification.is === 'link-invalid') return <VerificationLinkInvalid />
  return (
    <VerificationProgress
      verification={verification}
      pending={t('registration:verify.pending')}
      failed={t('registration:verify.failed')}
    />
  )
}
