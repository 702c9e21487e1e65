import { useState } from 'react'
import { EntranceHeading } from './entrance.tsx'
import { PasswordResetForm } from './password-reset-form.tsx'
import { PasswordResetSent } from './password-reset-sent.tsx'
import { useT } from '../ui/phrases.ts'
import { BackToLogin } from './back-to-login.tsx'

/** Asks for the email of an account and sends a link to a new password; then says where to look for it. */
export function PasswordResetPage() {
  const t = useT()
  const [email, setEmail] = useState('')
  const [isSent, setSent] = useState(false)
  return (
    <>
      {isSent ? (
        <PasswordResetSent email={email} onOtherEmail={() => setSent(false)} />
      ) : (
        <>
          <EntranceHeading
            title={t('passwords:reset.title')}
            intro={t('passwords:reset.intro')}
            takesFocus={email !== ''}
          />
          <PasswordResetForm
            initialEmail={email}
            onSent={(to) => {
              setEmail(to)
              setSent(true)
            }}
          />
        </>
      )}
      <BackToLogin />
    </>
  )
}
