import { IconAdjustments, IconDots, IconFileExport, IconHistory } from '@tabler/icons-react'
import { paths, type NotificationsSearch } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { useT } from '../ui/phrases.ts'

/** Shows what was told, the latest first. */
export const told = { state: 'done', sort: '-told_at' } satisfies NotificationsSearch

/** Leads to the rules and the reports. On a phone they are in a menu with what was told, so that the list begins higher. */
export function OtherPages({ mayKeepRules, isPhone }: { mayKeepRules: boolean; isPhone: boolean }) {
  const t = useT()
  const pages = [
    ...(isPhone ? [{ to: paths.notifications(told), word: t('notifications:seeTold'), Icon: IconHistory }] : []),
    ...(mayKeepRules
      ? [{ to: paths.notificationRules(), word: t('shell:page.notificationRules'), Icon: IconAdjustments }]
      : []),
    { to: paths.notificationReports(), word: t('shell:page.notificationReports'), Icon: IconFileExport },
  ]
  if (isPhone) {
    return (
      <Menu
        label={t('notifications:more')}
        title={t('notifications:more')}
        buttonClass={buttonClass('default')}
        button={<IconDots size={18} aria-hidden />}
      >
        {pages.map(({ to, word, Icon }) => (
          <Link key={word} {...to} role="menuitem" tabIndex={-1}>
            <Icon size={18} aria-hidden />
            <span>{word}</span>
          </Link>
        ))}
      </Menu>
    )
  }
  return pages.map(({ to, word, Icon }) => (
    <Link key={word} {...to} className={buttonClass('default')}>
      <Icon size={18} aria-hidden />
      <span data-roomy>{word}</span>
    </Link>
  ))
}
