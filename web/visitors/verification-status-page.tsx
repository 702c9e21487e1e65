import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { requestVerification } from '../../contract/session/registration.ts'
import { call } from '../api/client.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { isEmailChange, unverifiedEmail } from '../session/kept-in-tab.ts'
import { SendAgain } from './send-again.tsx'

/** Tells where the verification email went, and can send it again. */
export function VerificationStatusPage() {
  const t = useT()
  const navigate = useNavigate()
  const { features } = usePreferences()
  const search = useSearch({ strict: false })
  const [kept] = useState(unverifiedEmail)
  const email = search.email ?? kept ?? ''
  // People who change their email already have an account, but may have mistyped the new address.
  const [isChange] = useState(() => search.email === undefined && isEmailChange())
  const mayRegister = !isChange && !features.includes('PREVENT_SELF_REGISTRATION')
  return (
    <>
      <EntranceHeading title={t('registration:status.title')} intro={t('registration:status.text', { email })} />
      <SendAgain
        send={() => call(requestVerification, { body: { email }, errors: 'caller' })}
        wrongEmail={isChange ? t('registration:status.takeBack') : undefined}
        onOtherEmail={mayRegister ? () => void navigate(paths.selfRegistration()) : undefined}
      />
      <BackToLogin />
    </>
  )
}
