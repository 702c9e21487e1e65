import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import styles from './entrance.module.css'

/** Leads from the login page to the code of an invite, unless the tenant does not invite. */
export function RedeemInviteLink() {
  const t = useT()
  if (usePreferences().features.includes('PREVENT_PATIENT_INVITES')) return null
  return (
    <p className={styles.below}>
      <a href="/patient-registration">{t('session:haveInviteCode')}</a>
    </p>
  )
}
