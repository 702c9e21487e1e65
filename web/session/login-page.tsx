import { pageTitle, usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
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
      <LoginForm />
      <p className={styles.below}>
        <a href="/password-reset">{t('session:forgottenPassword')}</a>
      </p>
      <CreateAccountLink />
      <RedeemInviteLink />
    </Entrance>
  )
}
