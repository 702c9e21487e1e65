import { policyNames } from '../../contract/phrases/policy.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { version } from '../version.ts'
import { LanguageSelect } from './language-select.tsx'
import * as styles from './visitor-footer.module.css'

/**
 * Language, policies, the link to verify a printed result, and the version, below the pages for visitors. Its links
 * load the page afresh, because the login page has no router.
 */
export function VisitorFooter() {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <footer className={styles.footer}>
      <LanguageSelect />
      <nav aria-label={t('shell:policies')} className={styles.links}>
        {policyNames.map((name) => (
          <a key={name} href={`/${name}`}>
            {t(`shell:page.${name}`)}
          </a>
        ))}
      </nav>
      <p className={styles.links}>
        <a href="/verify-result">{t('shell:page.verifyResult')}</a>
      </p>
      <p className={styles.line}>
        {`${t('shell:copyright', { year: String(useNow().getFullYear()), product: productName })} · ${t('shell:version', { version })}`}
      </p>
    </footer>
  )
}
