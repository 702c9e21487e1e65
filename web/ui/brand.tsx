import { useMemo, type ReactNode } from 'react'
import { primaryShades } from './brand-shades.ts'
import './base.css'
import './colours.css'

/** Puts a tenant's primary colour (#RRGGBB), in shades that can be read, at the disposal of all styles below it. */
export function Brand({ primary, children }: { primary: string; children: ReactNode }) {
  const shades = useMemo(() => primaryShades(primary), [primary])
  const variables = {
    '--primary-fill': shades.fill,
    '--primary-fill-hover': shades.fillHover,
    '--primary-on-fill': shades.onFill,
    '--primary-text': shades.text,
    '--primary-tint': shades.tint,
    '--primary-ring': shades.ring,
  }
  const rules = Object.entries(variables).map(([name, value]) => `${name}:${value}`)
  return (
    <>
      <style>{`:root{${rules.join(';')}}`}</style>
      {children}
    </>
  )
}
