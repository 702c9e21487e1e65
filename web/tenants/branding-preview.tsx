import { useState, type CSSProperties } from 'react'
import { appearances, type Appearance } from '../../contract/tenants/brand-shades.ts'
import type { ThemeColours } from '../../contract/tenants/preferences.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { shadeProperties } from '../ui/brand.tsx'
import { Cassette } from '../ui/cassette.tsx'
import type { Elements } from '../ui/elements.ts'
import { FilterChips } from '../ui/filter-chips.tsx'
import { useT } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import * as styles from './branding-preview.module.css'

const screens = ['login', 'dashboard', 'list', 'phone', 'mail'] as const
type Screen = (typeof screens)[number]

interface Props {
  theme: ThemeColours
  tenant: TenantDetails
}

/** Previews screens and emails in a theme that may not be stored yet. Nothing in it is interactive. */
export function BrandingPreview({ theme, tenant }: Props) {
  const t = useT()
  const [screen, setScreen] = useState<Screen>('login')
  const [appearance, setAppearance] = useState<Appearance>('light')
  // Emails are light, because email programs in dark mode change the colours themselves.
  const seen = screen === 'mail' ? 'light' : appearance
  // The custom properties of one appearance, for everything that is drawn inside.
  const shades = shadeProperties(theme, seen) as CSSProperties
  return (
    <section className={styles.place} aria-label={t('branding:preview')}>
      <div className={styles.choices}>
        <FilterChips
          label={t('branding:preview')}
          chips={screens.map((value) => ({ value, label: t(`branding:preview.${value}`) }))}
          value={screen}
          onChange={setScreen}
        />
        {screen !== 'mail' && (
          <FilterChips
            label={t('shell:appearance')}
            chips={appearances.map((value) => ({ value, label: t(`shell:appearance.${value}`) }))}
            value={appearance}
            onChange={setAppearance}
          />
        )}
      </div>
      <div className={styles.frame} data-appearance={seen} data-screen={screen} style={shades} aria-hidden inert>
        <Drawn screen={screen} tenant={tenant} appearance={seen} />
      </div>
    </section>
  )
}

interface Draws {
  screen: Screen
  tenant: TenantDetails
  appearance: Appearance
}

function Drawn({ screen, tenant, appearance }: Draws) {
  const t = useT()
  const product = tenant.productName ?? tenant.name
  const logo = (appearance === 'dark' ? tenant.logos.dark : null) ?? tenant.logos.light ?? tenant.logos.icon
  const brand = (
    <p className={styles.brand}>
      {logo !== null && <img src={logo} alt="" />}
      <span>{product}</span>
    </p>
  )
  const button = (label: string) => <span className={styles.button}>{label}</span>
  switch (screen) {
    case 'login':
      return (
        <div className={styles.login}>
          <div className={styles.pane}>
            {brand}
            <Cassette className={styles.cassette} />
          </div>
          <div className={styles.form}>
            <p className={styles.heading}>{t('branding:sample.logIn')}</p>
            <span className={styles.input} data-focused />
            <span className={styles.input} />
            {button(t('branding:sample.logIn'))}
            <span className={styles.link}>{t('branding:sample.forgotten')}</span>
          </div>
        </div>
      )
    case 'dashboard':
      return (
        <div className={styles.shell}>
          <Navigation brand={brand} button={button(t('branding:sample.record'))} current="dashboard" />
          <div className={styles.page}>
            <p className={styles.heading}>{t('branding:sample.greeting')}</p>
            <div className={styles.tiles}>
              {(['positive', 'negative'] as const).map((result, at) => (
                <div key={result} className={styles.card}>
                  <ResultBadge result={result} />
                  <p className={styles.figure}>{at === 0 ? 21 : 212}</p>
                  <p className={styles.muted}>{t('branding:sample.share', { share: at === 0 ? 9 : 91 })}</p>
                </div>
              ))}
            </div>
            <span className={styles.progress}>
              <span />
            </span>
            <span className={styles.link}>{t('branding:sample.all')}</span>
          </div>
        </div>
      )
    case 'list':
      return (
        <div className={styles.shell}>
          <Navigation brand={brand} button={button(t('branding:sample.record'))} current="tests" />
          <div className={styles.page}>
            <p className={styles.crumbs}>
              <span className={styles.anchor}>{t('branding:sample.dashboard')}</span>
              <span>{` › ${t('branding:sample.tests')}`}</span>
            </p>
            <p className={styles.heading}>{t('branding:sample.tests')}</p>
            <Rows prefix={tenant.idPrefix} />
          </div>
        </div>
      )
    case 'phone':
      return (
        <div className={styles.phone}>
          {brand}
          <Rows prefix={tenant.idPrefix} />
          {button(t('branding:sample.record'))}
        </div>
      )
    case 'mail':
      return (
        <div className={styles.mail}>
          {brand}
          <p>{t('branding:sample.mail')}</p>
          {button(t('branding:sample.open'))}
          <p className={styles.muted}>{t('branding:sample.footer', { tenant: tenant.name })}</p>
        </div>
      )
  }
}

function Navigation({ brand, button, current }: { brand: Elements; button: Elements; current: 'dashboard' | 'tests' }) {
  const t = useT()
  return (
    <div className={styles.navigation}>
      {brand}
      {button}
      {(['dashboard', 'tests', 'subjects'] as const).map((name) => (
        <span key={name} className={styles.item} data-current={name === current || undefined}>
          {t(`branding:sample.${name}`)}
        </span>
      ))}
    </div>
  )
}

const rows: readonly [Result, string][] = [
  ['negative', '5QK2BDKC'],
  ['positive', 'R2CQSM5D'],
  ['inconclusive', '7W730RST'],
]

function Rows({ prefix }: { prefix: string }) {
  return (
    <div className={styles.rows}>
      {rows.map(([result, id], at) => (
        <div key={id} className={styles.row} data-selected={at === 0 || undefined}>
          <ResultBadge result={result} />
          <span>{`${prefix}-${id}`}</span>
        </div>
      ))}
    </div>
  )
}
