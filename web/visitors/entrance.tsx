import type { ReactNode } from 'react'
import { loginAddress } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { BrandLogo } from '../ui/brand-logo.tsx'
import { Cassette } from '../ui/cassette.tsx'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import * as styles from './entrance.module.css'
import { VisitorFooter } from './visitor-footer.tsx'

/** The frame of the login page and related pages: the tenant's brand beside a form; on a phone one below the other. */
export function Entrance({ children }: { children: Elements }) {
  const t = useT()
  const { logos, name, productName } = usePreferences()
  return (
    <div className={styles.page}>
      <aside className={styles.brand} aria-hidden>
        <p className={styles.product}>
          <BrandLogo logos={logos} />
          <span>{productName}</span>
        </p>
        <Cassette className={styles.cassette} />
        <p className={styles.line}>{t('session:brandLine')}</p>
      </aside>
      <div className={styles.side}>
        <main className={styles.main}>
          <p className={styles.tenant}>
            <BrandLogo logos={logos} />
            <span>{name}</span>
          </p>
          {children}
        </main>
        <VisitorFooter />
      </div>
    </div>
  )
}

interface HeadingProps {
  title: string
  intro: ReactNode
  /** Focuses the title when it appears, because it replaces the part that had the focus. */
  takesFocus?: boolean
}

export function EntranceHeading({ title, intro, takesFocus = false }: HeadingProps) {
  return (
    <>
      <h1 tabIndex={-1} data-page-heading className={styles.title} ref={takesFocus ? focus : undefined}>
        {title}
      </h1>
      <p className={styles.intro}>{intro}</p>
    </>
  )
}

function focus(heading: HTMLElement | null): void {
  heading?.focus()
}

export function BackToLogin() {
  const t = useT()
  return (
    <p className={styles.below}>
      <a href={loginAddress()}>{t('passwords:backToLogin')}</a>
    </p>
  )
}
