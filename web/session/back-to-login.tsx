import { loginAddress } from '../paths.ts'
import { useT } from '../ui/phrases.ts'
import styles from './entrance.module.css'

/** Below a form of the entrance. */
export function BackToLogin() {
  const t = useT()
  return (
    <p className={styles.below}>
      <a href={loginAddress()}>{t('passwords:backToLogin')}</a>
    </p>
  )
}
