import { IconMenu2 } from '@tabler/icons-react'
import { languageTag } from '../../contract/locales.ts'
import { useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { useNow } from '../ui/use-now.ts'
import { FinderButton } from './finder-button.tsx'
import { UserMenu } from './user-menu.tsx'
import * as styles from './top-bar.module.css'

/**
 * The narrow bar on top: the date at the left (on a phone below the brand), the search and the user's menu at the
 * right.
 */
export function TopBar({ onOpenNavigation }: { onOpenNavigation: () => void }) {
  const t = useT()
  const locale = useLocale()
  const { productName, logos } = usePreferences()
  const { termsAccepted } = useUser()
  const today = useNow()
  // On a phone the search and the user's menu leave room only for the short date.
  const length = useMediaQuery('(max-width: 767px)') ? 'short' : 'long'
  const date = today.toLocaleDateString(languageTag(locale), {
    weekday: length,
    day: 'numeric',
    month: length,
    year: 'numeric',
  })
  return (
    <header className={styles.bar}>
      <button
        type="button"
        className={styles.burger}
        aria-label={t('shell:openNavigation')}
        aria-haspopup="dialog"
        onClick={onOpenNavigation}
      >
        <IconMenu2 size={22} aria-hidden />
      </button>
      <div className={styles.place}>
        <p className={styles.brand}>
          <BrandLogo logos={logos} isSmall />
          <span>{productName}</span>
        </p>
        <time className={styles.date} dateTime={today.toLocaleDateString('en-CA')}>
          {date}
        </time>
      </div>
      {termsAccepted && <FinderButton />}
      <UserMenu />
    </header>
  )
}
