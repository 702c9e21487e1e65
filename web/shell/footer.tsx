import { policyNames } from '../../contract/phrases/policy.ts'
import { paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { useNow } from '../ui/use-now.ts'
import { version } from '../version.ts'
import * as styles from './footer.module.css'

export function Footer() {
  const t = useT()
  const { productName } = usePreferences()
  return (
    <footer className={styles.footer}>
      <p>
        {`${t('shell:copyright', { year: String(useNow().getFullYear()), product: productName })} · ${t('shell:version', { version })}`}
      </p>
      <nav aria-label={t('shell:policies')}>
        {policyNames.map((name) => (
          <Link key={name} {...paths.policy(name)}>
            {t(`shell:page.${name}`)}
          </Link>
        ))}
      </nav>
    </footer>
  )
}
