import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import { EntranceHeading } from './entrance.tsx'
import { askForLink } from './password-links.ts'
import { SendAgain } from './send-again.tsx'

interface Props {
  email: string
  onOtherEmail: () => void
}

/** Says where to look for the mail, without saying whether the email has an account, and sends it again. */
export function PasswordResetSent({ email, onOtherEmail }: Props) {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <>
      <EntranceHeading
        title={t('passwords:reset.sentTitle')}
        intro={t('passwords:reset.sentText', { email, product: productName })}
        takesFocus
      />
      <SendAgain send={() => askForLink(email)} onOtherEmail={onOtherEmail} />
    </>
  )
}
