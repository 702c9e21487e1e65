import { Fragment, Suspense, useId } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { canViewAppDownloads } from '../../contract/permissions/can.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { AppLinks } from '../preferences/app-links.tsx'
import { sectionsFor, type NavigationLink } from './navigation-links.ts'
import { RecordTestLink } from './record-test-link.tsx'
import * as styles from './side-navigation.module.css'

interface Props {
  isCollapsed: boolean
  /** Collapses and widens the navigation; without it, as in the drawer, the navigation stays wide. */
  onToggle?: () => void
  onNavigate?: () => void
}

/** The tenant, Record Test, the permitted links in their sections, and the mobile app. */
export function SideNavigation({ isCollapsed, onToggle, onNavigate }: Props) {
  const t = useT()
  const { productName, logos, subjects } = usePreferences()
  const user = useUser()
  const sections = sectionsFor(useHolder(), { entry: user.entry, kind: subjects.kind })
  const id = useId()
  const toggleLabel = t(isCollapsed ? 'shell:expandNavigation' : 'shell:collapseNavigation')
  const ToggleIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <div className={styles.navigation} data-collapsed={isCollapsed || undefined}>
      <p className={styles.product}>
        {logos.light === null && logos.icon === null ? (
          <span className={styles.mark} aria-hidden />
        ) : (
          <BrandLogo logos={logos} isSmall={isCollapsed} />
        )}
        <span className={styles.word}>{productName}</span>
      </p>
      {user.termsAccepted && (
        <>
          <RecordTestLink place="navigation" onNavigate={onNavigate} />
          <nav aria-label={t('shell:mainNavigation')}>
            {sections.map(({ label, links }, at) => (
              <Fragment key={links[0]?.path.to}>
                {label !== undefined && (
                  <p id={`${id}-${at}`} className={styles.heading}>
                    {t(label)}
                  </p>
                )}
                <ul className={styles.links} aria-labelledby={label && `${id}-${at}`}>
                  {links.map((link) => (
                    <li key={link.path.to}>
                      <Entry link={link} isCollapsed={isCollapsed} onNavigate={onNavigate} />
                    </li>
                  ))}
                </ul>
              </Fragment>
            ))}
          </nav>
        </>
      )}
      <div className={styles.end}>
        {/* For patients and clinicians (spec §6). */}
        {!isCollapsed && canViewAppDownloads(user.userType.name) && <AppLinks />}
        {onToggle !== undefined && (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={!isCollapsed}
            title={toggleLabel}
            onClick={onToggle}
          >
            <ToggleIcon size={20} stroke={1.75} aria-hidden />
            <span className={styles.word}>{toggleLabel}</span>
          </button>
        )}
      </div>
    </div>
  )
}

interface EntryProps extends Pick<Props, 'isCollapsed'> {
  link: NavigationLink
  onNavigate: (() => void) | undefined
}

function Entry({
  link: { label, icon: Icon, path, badge: Badge, also, obstacle },
  isCollapsed,
  onNavigate,
}: EntryProps) {
  const t = useT()
  const reason = obstacle?.(useUser())
  const isAlso = useRouterState({
    select: ({ location }) => also?.some((start) => `${location.pathname}/`.startsWith(`${start}/`)) ?? false,
  })
  const inside = (
    <>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={styles.word}>{t(label)}</span>
      {Badge !== undefined && (
        <Suspense fallback={null}>
          <Badge />
        </Suspense>
      )}
    </>
  )
  if (reason !== undefined) {
    return (
      <span
        role="link"
        tabIndex={0}
        aria-disabled
        aria-label={`${t(label)}. ${t(reason)}`}
        className={styles.link}
        title={t(reason)}
      >
        {inside}
      </span>
    )
  }
  return (
    <Link
      {...path}
      onClick={onNavigate}
      className={styles.link}
      aria-current={isAlso ? 'page' : undefined}
      activeOptions={{ exact: path.to === '/', includeSearch: false }}
      title={isCollapsed ? t(label) : undefined}
    >
      {inside}
    </Link>
  )
}
