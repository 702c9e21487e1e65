import { usePreferences, pageTitle } from '../tenants/queries.ts'
import { Cassette } from '../ui/cassette.tsx'
import { useT } from '../ui/phrases.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { LoginForm } from './login-form.tsx'
import { VisitorFooter } from './visitor-footer.tsx'
import styles from './login-page.module.css'

/** The login page: the tenant's brand beside the form; on a phone one below the other. */
export function LoginPage() {
  const t = useT()
  const preferences = usePreferences()
  useDocumentTitle(pageTitle(preferences, t('shell:page.login')))
  return (
    <div className={styles.page}>
      <aside className={styles.brand} aria-hidden>
        <p className={styles.product}>
          {preferences.logo !== null && <img src={preferences.logo} alt="" className={styles.logo} />}
          {preferences.productName}
        </p>
        <Cassette className={styles.cassette} />
        <p className={styles.line}>{t('session:brandLine')}</p>
      </aside>
      <div className={styles.side}>
        <main className={styles.main}>
          <p className={styles.tenant}>
            {preferences.logo !== null && <img src={preferences.logo} alt="" className={styles.logo} />}
            {preferences.name}
          </p>
          <h1 className={styles.title}>{t('session:title')}</h1>
          <p className={styles.intro}>{t('session:intro')}</p>
          <LoginForm />
        </main>
        <VisitorFooter />
      </div>
    </div>
  )
}
