import { IconBrandApple, IconBrandGooglePlay } from '@tabler/icons-react'
import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import styles from './app-links.module.css'

/** Where to get the mobile app, as far as the tenant has one. */
export function AppLinks() {
  const t = useT()
  const { appLinks } = usePreferences()
  if (appLinks.ios === null && appLinks.android === null) return null
  return (
    <section className={styles.badges} aria-label={t('shell:mobileApp')}>
      {appLinks.ios !== null && (
        <a href={appLinks.ios} target="_blank" rel="noreferrer">
          <IconBrandApple size={22} aria-hidden />
          {t('shell:appStore')}
        </a>
      )}
      {appLinks.android !== null && (
        <a href={appLinks.android} target="_blank" rel="noreferrer">
          <IconBrandGooglePlay size={22} aria-hidden />
          {t('shell:googlePlay')}
        </a>
      )}
    </section>
  )
}
