import { Suspense, useId, useState } from 'react'
import { useRouterState } from '@tanstack/react-router'
import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { canViewAppDownloads } from '../../contract/permissions/can.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { AppLinks } from '../preferences/app-links.tsx'
import {
  fewestToFold,
  isIn,
  leadsTo,
  leastHeight,
  sectionsFor,
  type NavigationLink,
  type NavigationSection,
} from './navigation-links.ts'
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
            {sections.map((section) => (
              <Section
                key={section.links[0]?.path.to}
                section={section}
                least={leastHeight(sections, section)}
                isCollapsed={isCollapsed}
                onNavigate={onNavigate}
              />
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

interface SectionProps extends Pick<Props, 'isCollapsed'> {
  section: NavigationSection
  /** The height of a screen on which it and the sections before it are unfolded, in pixels. */
  least: number
  onNavigate: (() => void) | undefined
}

/**
 * A group of links. Where the screen is too low for all groups, those that do not fit are folded until they are wanted, or the page
 * belongs to one of them; what a folded one counts is beside its heading. A group never folds by itself while it is seen.
 */
function Section({ section: { label, links }, least, isCollapsed, onNavigate }: SectionProps) {
  const t = useT()
  const id = useId()
  const fits = useMediaQuery(`(min-height: ${least}px)`)
  const isCurrent = useRouterState({ select: ({ location }) => links.some((link) => leadsTo(link, location.pathname)) })
  const [chosen, setChosen] = useState<boolean>()
  const [wasCurrent, setWasCurrent] = useState(false)
  if (isCurrent !== wasCurrent) {
    setWasCurrent(isCurrent)
    if (isCurrent) setChosen(true)
  }
  const isOpen = chosen ?? fits
  const list = (
    <ul className={styles.links} aria-labelledby={label && id}>
      {links.map((link) => (
        <li key={link.path.to}>
          <Entry link={link} isCollapsed={isCollapsed} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  )
  if (label === undefined) return list
  if (isCollapsed || links.length < fewestToFold) {
    return (
      <>
        <p id={id} className={styles.heading}>
          {t(label)}
        </p>
        {list}
      </>
    )
  }
  return (
    <details open={isOpen}>
      <summary
        className={styles.heading}
        onClick={(event) => {
          event.preventDefault()
          setChosen(!isOpen)
        }}
      >
        <span id={id}>{t(label)}</span>
        <IconChevronDown size={14} aria-hidden />
        {!isOpen &&
          links.map(
            ({ badge: Badge, path }) =>
              Badge !== undefined && (
                <Suspense key={path.to} fallback={null}>
                  <Badge />
                </Suspense>
              ),
          )}
      </summary>
      {list}
    </details>
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
  const isAlso = useRouterState({ select: ({ location }) => also?.some((start) => isIn(start, location.pathname)) })
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
