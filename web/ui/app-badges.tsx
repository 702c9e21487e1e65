import { IconBrandApple, IconBrandGooglePlay } from '@tabler/icons-react'
import { useT } from './phrases.ts'
import * as styles from './app-badges.module.css'

/** A badge for each store that has the mobile app. */
export function AppBadges({ ios, android }: { ios: string | null; android: string | null }) {
  const t = useT()
  return (
    <section className={styles.badges} aria-label={t('shell:mobileApp')}>
      {ios !== null && (
        <a href={ios} target="_blank" rel="noreferrer">
          <IconBrandApple size={22} aria-hidden />
          <span>{t('shell:appStore')}</span>
        </a>
      )}
      {android !== null && (
        <a href={android} target="_blank" rel="noreferrer">
          <IconBrandGooglePlay size={22} aria-hidden />
          <span>{t('shell:googlePlay')}</span>
        </a>
      )}
    </section>
  )
}
