import { IconArrowLeft } from '@tabler/icons-react'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { policyNames } from '../../contract/phrases/policy.ts'
import { paths } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { VisitorFooter } from './visitor-footer.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { useT } from '../ui/phrases.ts'
import { PagePending } from '../loading/page-pending.tsx'
import * as styles from './visitor-frame.module.css'
import { ZoneNotice } from '../ui/zone-notice.tsx'

const policyPaths: ReadonlySet<string> = new Set(policyNames.map((name) => `/${name}`))

/** The frame of pages that need no login: policies, errors, logged out. */
export function VisitorFrame() {
  const t = useT()
  const { productName, logos } = usePreferences()
  const isPolicy = useRouterState({ select: ({ location }) => policyPaths.has(location.pathname) })
  return (
    <div className={styles.frame}>
      <a href="#content" className="visually-hidden">
        {t('shell:skipToContent')}
      </a>
      <header className={styles.bar}>
        <Link {...paths.dashboard()} className={styles.product}>
          <BrandLogo logos={logos} />
          <span>{productName}</span>
        </Link>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        {isPolicy && (
          <Link {...paths.dashboard()} className={styles.back}>
            <IconArrowLeft size={18} aria-hidden />
            <span>{t('shell:backTo', { product: productName })}</span>
          </Link>
        )}
        <ZoneNotice />
        <Suspense fallback={<PagePending />}>
          <Outlet />
        </Suspense>
      </main>
      <VisitorFooter />
    </div>
  )
}
