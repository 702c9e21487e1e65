import { useMemo } from 'react'
import { brandShades, type Appearance } from '../../contract/tenants/brand-shades.ts'
import type { ThemeColours } from '../../contract/tenants/preferences.ts'
import './base.css'
import './colours.css'
import type { Elements } from './elements.ts'

/**
 * Provides a tenant's colours as custom properties to all styles below it, in shades that are readable in either
 * appearance.
 */
export function Brand({ theme, children }: { theme: ThemeColours; children: Elements }) {
  const rules = useMemo(
    () =>
      `:root,[data-appearance='light']{${shadeRules(theme, 'light')}}` +
      // Paper is always light, as in colours.css.
      `@media screen{[data-appearance='dark']{${shadeRules(theme, 'dark')}}}`,
    [theme],
  )
  return (
    <>
      <style>{rules}</style>
      {children}
    </>
  )
}

/** The custom properties of a theme, by name. */
export function shadeProperties(theme: ThemeColours, appearance: Appearance): Record<`--${string}`, string> {
  const shades = brandShades(theme, appearance)
  return {
    '--primary-fill': shades.fill,
    '--primary-fill-hover': shades.fillHover,
    '--primary-on-fill': shades.onFill,
    '--primary-text': shades.text,
    '--primary-tint': shades.tint,
    '--primary-ring': shades.ring,
    '--accent': shades.accent,
    '--link': shades.link,
    '--anchor': shades.anchor,
    '--ink-muted': shades.muted,
    '--pane': shades.pane,
    '--on-pane': shades.onPane,
  }
}

function shadeRules(theme: ThemeColours, appearance: Appearance): string {
  return Object.entries(shadeProperties(theme, appearance))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')
}
