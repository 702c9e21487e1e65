import { Outlet } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import { inBrowser } from '../browser.ts'
import { useHolder, useUser } from '../session/queries.ts'
import { alsoSay, useT } from '../ui/phrases.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Footer } from './footer.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { PagePending } from '../loading/page-pending.tsx'
import { RecordTestLink } from './record-test-link.tsx'
import { RunWatcher, useRunAlerts } from '../test-records/running/run-alerts.ts'
import { SideNavigation } from './side-navigation.tsx'
import { TopBar } from './top-bar.tsx'
import * as styles from './shell.module.css'
import { ZoneNotice } from '../ui/zone-notice.tsx'

/** Loaded separately, because consent is asked for only once. */
const TermsConsent = lazyPage(async () => {
  const [{ TermsConsent: consent }] = await Promise.all([import('./terms-consent.tsx'), alsoSay('accounts')])
  return consent
})

/** Loaded separately, because a session must first be idle for a while. */
const IdleGuard = lazyPage(async () => (await import('../session/idle-guard.tsx')).IdleGuard)

/** Loaded separately for operators who read a tenant's records. */
const EntryBanner = lazyPage(async () => {
  const [{ EntryBanner: banner }] = await Promise.all([import('../operator/entry-banner.tsx'), alsoSay('entry')])
  return banner
})

const collapsedKey = 'lateral.navigation-collapsed'

export function Shell() {
  const t = useT()
  const user = useUser()
  const isNarrow = useMediaQuery('(max-width: 1023px)')
  const [chosen, setChosen] = useState(() => inBrowser.getItem(collapsedKey))
  // On a narrow screen the navigation starts collapsed to icons; a choice by the user takes precedence.
  const isCollapsed = chosen === null ? isNarrow : chosen === 'true'
  const mayRecord = whyCannotRecord(useHolder()) === undefined
  const isWatching = useRunAlerts() && mayRecord && user.entry === null
  const drawer = useRef<HTMLDialogElement>(null)

  function toggle() {
    inBrowser.setItem(collapsedKey, String(!isCollapsed))
    setChosen(String(!isCollapsed))
  }

  return (
    <div className={styles.shell} data-collapsed={isCollapsed || undefined}>
      <a href="#content" className={styles.skip}>
        {t('shell:skipToContent')}
      </a>
      <a href="#rows" className={`${styles.skip} ${styles.toList}`}>
        {t('shell:skipToList')}
      </a>
      <aside className={styles.side}>
        <SideNavigation isCollapsed={isCollapsed} onToggle={toggle} />
      </aside>
      <NavigationDrawer ref={drawer} onClose={() => drawer.current?.close()} />
      <div className={styles.column}>
        {user.entry !== null && (
          <Suspense fallback={null}>
            <EntryBanner endsAt={user.entry.endsAt} />
          </Suspense>
        )}
        <TopBar onOpenNavigation={() => drawer.current?.showModal()} />
        <Breadcrumbs />
        {/* The bar at the thumb ends with the page's content, so that the footer is never below it. */}
        <div className={styles.body}>
          <main id="content" tabIndex={-1} className={styles.content}>
            <ZoneNotice />
            <Suspense fallback={<PagePending />}>{user.termsAccepted ? <Outlet /> : <TermsConsent />}</Suspense>
          </main>
          {user.termsAccepted && <RecordTestLink place="thumb" />}
        </div>
        <Footer />
      </div>
      {isWatching && (
        <Suspense fallback={null}>
          <RunWatcher />
        </Suspense>
      )}
      <Suspense fallback={null}>
        <IdleGuard />
      </Suspense>
    </div>
  )
}
