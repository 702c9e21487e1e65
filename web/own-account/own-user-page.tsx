import { useUser } from '../session/queries.ts'
import { Facts, type Fact } from '../ui/facts.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { OwnSessions } from './own-sessions.tsx'
import { PasswordChange } from './password-change.tsx'
import styles from './own-user-page.module.css'

/** The user's own account: who they are here, their password, and where they are logged in. */
export function OwnUserPage() {
  const t = useT()
  const user = useUser()
  const facts: Fact[] = [
    { label: t('ownAccount:name'), value: user.fullName },
    { label: t('ownAccount:email'), value: user.email },
    { label: t('ownAccount:type'), value: user.userType.displayName },
    ...(user.organisation === null ? [] : [{ label: t('ownAccount:organisation'), value: user.organisation.name }]),
    ...(user.groups.length === 0
      ? []
      : [{ label: t('ownAccount:groups'), value: user.groups.map(({ name }) => name).join(', ') }]),
  ]
  return (
    <Page title={t('ownAccount:title')} width="narrow">
      <div className={styles.cards}>
        <div className={styles.card}>
          <h2 className={styles.title}>{t('ownAccount:details')}</h2>
          <div>
            <Facts facts={facts} />
          </div>
        </div>
        <section className={styles.card} aria-labelledby="password-title">
          <h2 className={styles.title} id="password-title">
            {t('ownAccount:passwordTitle')}
          </h2>
          <PasswordChange />
        </section>
        <section className={styles.card} aria-labelledby="sessions-title">
          <h2 className={styles.title} id="sessions-title">
            {t('ownAccount:sessionsTitle')}
          </h2>
          <OwnSessions />
        </section>
      </div>
    </Page>
  )
}
