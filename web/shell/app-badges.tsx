import { IconBrandApple, IconBrandGooglePlay } from '@tabler/icons-react'
import { canViewAppDownloads } from '../../contract/permissions/can.ts'
import { useHolder } from '../session/queries.ts'
import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import styles from './app-badges.module.css'

/** Where to get the mobile app, for patients and clinicians (spec §6), as far as the tenant has one. */
export function AppBadges() {
  const t = useT()
  const { appLinks } = usePreferences()
  const mayView = canViewAppDownloads(useHolder().userType)
  if (!mayView || (appLinks.ios === null && appLinks.android === null)) return null
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
