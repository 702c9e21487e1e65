import { useSyncExternalStore } from 'react'
import { pageTitle, usePreferences } from '../tenants/queries.ts'
import { Alert } from '../ui/alert.tsx'
import { useT } from '../ui/phrases.ts'
import { lastingMessage, subscribeToMessages } from '../ui/snackbar-store.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { CreateAccountLink } from './create-account-link.tsx'
import { Entrance, EntranceHeading } from './entrance.tsx'
import { LoginForm } from './login-form.tsx'
import { RedeemInviteLink } from './redeem-invite-link.tsx'
import styles from './entrance.module.css'

/** The login page. */
export function LoginPage() {
  const t = useT()
  useDocumentTitle(pageTitle(usePreferences(), t('shell:page.login')))
  return (
    <Entrance>
      <EntranceHeading title={t('session:title')} intro={t('session:intro')} />
      <LastingMessage />
      <LoginForm />
      <p className={styles.below}>
        <a href="/password-reset">{t('session:forgottenPassword')}</a>
      </p>
      <CreateAccountLink />
      <RedeemInviteLink />
    </Entrance>
  )
}

/** Why the session ended, or what was done before: there to be read for as long as it takes, and said when it comes. */
function LastingMessage() {
  const message = useSyncExternalStore(subscribeToMessages, lastingMessage)
  return (
    <div aria-live="polite" className={styles.message}>
      {message && <Alert tone={message.tone}>{message.text}</Alert>}
    </div>
  )
}
