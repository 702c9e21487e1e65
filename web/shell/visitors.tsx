import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { paths } from '../paths.ts'
import { VisitorFooter } from '../session/visitor-footer.tsx'
import { usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import { PagePending } from './page-pending.tsx'
import styles from './visitors.module.css'

/** The frame of pages that need no login: policies, errors, logged out. */
export function Visitors() {
  const t = useT()
  const { productName, logo } = usePreferences()
  return (
    <div className={styles.frame}>
      <a href="#content" className="visually-hidden">
        {t('shell:skipToContent')}
      </a>
      <header className={styles.bar}>
        <Link {...paths.dashboard()} className={styles.product}>
          {logo !== null && <img src={logo} alt="" className={styles.logo} />}
          {productName}
        </Link>
      </header>
      <main id="content" tabIndex={-1} className={styles.content}>
        <Suspense fallback={<PagePending />}>
          <Outlet />
        </Suspense>
      </main>
      <VisitorFooter />
    </div>
  )
}
