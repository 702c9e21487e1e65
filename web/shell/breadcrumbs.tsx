import { useRouterState } from '@tanstack/react-router'
import { IconChevronRight, IconDots } from '@tabler/icons-react'
import { Link } from '../routing/link.tsx'
import { Menu } from '../ui/menu.tsx'
import { useT, type PhraseKey } from '../ui/phrases.ts'
import { useHolder } from '../session/queries.ts'
import { crumbsOf, type Crumb } from './crumbs.ts'
import { nameOfHome } from '../routing/home-name.ts'
import { useOwnCrumb } from '../routing/page-crumb.ts'
import * as styles from './breadcrumbs.module.css'

/** Parent pages whose paths are not part of their children's. */
const titlesAbove: Partial<Record<string, PhraseKey>> = {
  '/imports': 'shell:page.imports',
  '/notifications': 'shell:page.notifications',
  '/own-tenant': 'shell:page.ownTenant',
  '/own-tenant/notification-rules': 'shell:page.notificationRules',
  '/own-tenant/webhooks': 'shell:page.webhooks',
  '/outbreaks': 'shell:page.outbreaks',
  '/rounds': 'shell:page.rounds',
  '/tenants': 'shell:page.tenants',
  '/testing-algorithms': 'shell:page.testingAlgorithms',
}

/** The location of the page, from the segments of its path; on narrow screens all but the last crumb are in a menu. */
export function Breadcrumbs() {
  const t = useT()
  const { pathname, parameter, titles } = useRouterState({
    select: ({ location, matches }) => ({
      pathname: location.pathname,
      parameter: (location.search as { crumb?: string }).crumb,
      titles: Object.fromEntries(
        matches.flatMap(({ pathname: path, staticData: { title } }) =>
          title ? [[path.replace(/\/$/, ''), title]] : [],
        ),
      ),
    }),
    structuralSharing: true,
  })
  const own = useOwnCrumb()
  const { userType } = useHolder()
  const crumbs = crumbsOf(pathname)
  const last = crumbs.at(-1)
  // The dashboard has nothing above it.
  if (last === undefined || crumbs.length === 1) return null

  /**
   * The open row keeps its name while it is edited in a form with an address below its own, or compared with another.
   */
  const named = crumbs.find(({ kind }) => kind === 'uuid') ?? last

  function textOf(crumb: Crumb): string {
    const { segment, kind, address } = crumb
    if (kind === 'dashboard') return t(nameOfHome(userType))
    if (kind === 'tests') return t('shell:page.testRecords')
    if (segment.includes('@')) return segment
    if (crumb === named && kind === 'uuid' && parameter !== undefined) return parameter
    if (crumb === named && own !== undefined) return own
    const path = address ?? pathname.replace(/\/$/, '')
    const title = titles[path] ?? titlesAbove[path]
    return title === undefined ? segment : t(title)
  }

  const above = crumbs.slice(0, -1).map((crumb) => (
    <Link key={crumb.address} to={crumb.address}>
      {textOf(crumb)}
    </Link>
  ))
  return (
    <nav className={styles.crumbs} aria-label={t('shell:breadcrumbs')}>
      <ol className={styles.wide}>
        {above.map((link) => (
          <li key={link.key}>
            {link}
            <IconChevronRight size={14} aria-hidden />
          </li>
        ))}
        <li aria-current="page">{textOf(last)}</li>
      </ol>
      <div className={styles.narrow}>
        <Menu label={t('shell:earlierCrumbs')} align="start" button={<IconDots size={18} aria-hidden />}>
          {crumbs.slice(0, -1).map((crumb) => (
            <Link key={crumb.address} to={crumb.address} role="menuitem" tabIndex={-1}>
              {textOf(crumb)}
            </Link>
          ))}
        </Menu>
        <IconChevronRight size={14} aria-hidden />
        <span aria-current="page">{textOf(last)}</span>
      </div>
    </nav>
  )
}
