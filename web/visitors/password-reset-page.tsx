import { useState } from 'react'
import { passwordResetRequest, requestPasswordReset } from '../../contract/session/passwords.ts'
import { call } from '../api/client.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { EmailForm } from './email-form.tsx'
import { BackToLogin, EntranceHeading } from './entrance.tsx'
import { SendAgain } from './send-again.tsx'

/** Asks for the email of an account and sends a link to a new password; then tells where to look for it. */
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
          <EmailForm
            schema={passwordResetRequest}
            initialEmail={email}
            label={t('passwords:reset.title')}
            submit={t('passwords:reset.submit')}
            send={askForLink}
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

interface SentProps {
  email: string
  onOtherEmail: () => void
}

/** Tells where to look for the email, without revealing whether it has an account, and can send it again. */
function PasswordResetSent({ email, onOtherEmail }: SentProps) {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <>
      <EntranceHeading
        title={t('passwords:reset.sentTitle')}
        intro={t('passwords:reset.sentText', { email, product: productName })}
        takesFocus
      />
      <SendAgain send={() => askForLink({ email })} onOtherEmail={onOtherEmail} />
    </>
  )
}

async function askForLink(body: { email: string }): Promise<void> {
  await call(requestPasswordReset, { body, errors: 'caller' })
}
