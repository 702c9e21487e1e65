import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import styles from './entrance.module.css'

/** Leads from the login page to the registration, unless the tenant prevents it. */
export function CreateAccountLink() {
  const t = useT()
  if (usePreferences().features.includes('PREVENT_SELF_REGISTRATION')) return null
  return (
    <p className={styles.below}>
      <a href="/self-registration">{t('session:createAccount')}</a>
    </p>
  )
}
