import { IconCheck, IconChevronDown, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { mayLogOut } from '../api/open-work.ts'
import { paths } from '../paths.ts'
import { useLanguageChange, useLogout, useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { appearanceChoices, chooseAppearance, useChosenAppearance } from '../ui/appearance.ts'
import { languageTag, localeFacts } from '../../contract/locales.ts'
import { Link } from '../routing/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import * as styles from './user-menu.module.css'

export function UserMenu() {
  const t = useT()
  const user = useUser()
  const current = useLocale()
  const { availableLanguages } = usePreferences()
  const language = useLanguageChange()
  const logOut = useLogout()
  const chosen = useChosenAppearance()
  return (
    <Menu
      label={t('shell:userMenu', { name: user.fullName })}
      button={
        <>
          <span className={styles.initials} data-initials={initialsOf(user.fullName)} aria-hidden />
          <span className={styles.name}>{user.fullName}</span>
          <IconChevronDown size={16} aria-hidden />
        </>
      }
    >
      <div className={styles.who} role="presentation">
        <p className={styles.full}>{user.fullName}</p>
        <p>{user.email}</p>
        <p>{user.userType.displayName}</p>
      </div>
      {availableLanguages.length > 1 && (
        <div role="group" aria-label={t('shell:language')}>
          {availableLanguages.map((locale) => (
            <button
              key={locale}
              type="button"
              role="menuitemradio"
              aria-checked={locale === current}
              tabIndex={-1}
              lang={languageTag(locale)}
              onClick={() => language.mutate(locale)}
            >
              <IconCheck size={18} aria-hidden />
              <span>{localeFacts[locale].name}</span>
            </button>
          ))}
        </div>
      )}
      <div role="group" aria-label={t('shell:appearance')}>
        <p className={styles.heading} role="presentation">
          {t('shell:appearance')}
        </p>
        {appearanceChoices.map((appearance) => (
          <button
            key={appearance}
            type="button"
            role="menuitemradio"
            aria-checked={appearance === chosen}
            tabIndex={-1}
            onClick={() => chooseAppearance(appearance)}
          >
            <IconCheck size={18} aria-hidden />
            <span>{t(`shell:appearance.${appearance}`)}</span>
          </button>
        ))}
      </div>
      {user.permissions.includes('view-own-user') && (
        <Link {...paths.ownUser()} role="menuitem" tabIndex={-1}>
          <IconUserCircle size={18} aria-hidden />
          <span>{t('shell:page.ownUser')}</span>
        </Link>
      )}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => void mayLogOut().then((may) => may && logOut.mutate())}
      >
        <IconLogout size={18} aria-hidden />
        <span>{t('shell:logOut')}</span>
      </button>
    </Menu>
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase()
}
