import { useState } from 'react'
import { assessTheme } from '../../contract/tenants/assess-theme.ts'
import type { ThemeColours } from '../../contract/tenants/preferences.ts'
import { brandingSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { themeFrom } from '../../contract/tenants/theme-from.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { useT } from '../ui/phrases.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { useTenantEdit } from './tenant-queries.ts'
import * as styles from './branding-tab.module.css'

/** The colours that are derived from the main colour; each can also be set by itself. */
const others = ['hover', 'secondary', 'accent', 'textLink', 'anchor', 'grey'] as const
const colours = ['primary', ...others] as const
type ColourFieldName = `theme.web.${keyof ThemeColours}`

/** A tenant's colours, derived from the main one, and logos, beside a live preview of its screens and emails. */
export function BrandingTab() {
  const t = useT()
  const { tenant } = useTenant()
  const edit = useTenantEdit({
    schema: brandingSettings,
    valuesOf,
    fields: Object.fromEntries(
      colours.map((name) => [`theme.web.${name}`, { label: t(`branding:${name}`) }]),
    ) as Record<ColourFieldName, { label: string }>,
    read: (typed) => ({ candidate: { theme: { web: themeOf(typed) } } }),
  })
  const { form } = edit
  const [wanted, setWanted] = useState(false)
  const [own, setOwn] = useState<ReadonlySet<keyof ThemeColours>>(new Set())
  // The preview follows the typed colours as soon as they are valid; until then it keeps the last valid ones.
  const [drawn, setDrawn] = useState<ThemeColours>(tenant.theme.web)
  const typed = themeOf(form.values)
  const theme = { ...drawn, ...onlyColours(typed) }
  if (colours.some((name) => theme[name] !== drawn[name])) setDrawn(theme)
  const assessed = assessTheme(theme)

  /** Sets a colour; the main colour also changes those that nobody has set separately here. */
  const choose = (name: keyof ThemeColours, colour: string) => {
    form.set(`theme.web.${name}`, colour)
    if (name !== 'primary') return setOwn(new Set([...own, name]))
    const whole = asColour(colour)
    if (whole === undefined) return
    const given = themeFrom(whole)
    for (const other of others) if (!own.has(other)) form.set(`theme.web.${other}`, given[other])
  }
  const field = (name: keyof ThemeColours) => {
    const path: ColourFieldName = `theme.web.${name}`
    return (
      <EditField key={name} edit={edit} name={path}>
        <ColourField
          {...form.field(path)}
          onChange={(event) => choose(name, event.currentTarget.value)}
          label={t(`branding:${name}`)}
          help={t(`branding:${name}.help`)}
          assessed={assessed[name]}
          onChoose={(colour) => choose(name, colour)}
        />
      </EditField>
    )
  }
  const isInTrouble = others.some((name) => {
    const path: ColourFieldName = `theme.web.${name}`
    return form.field(path).error !== undefined || edit.clashAt(path) !== undefined
  })

  return (
    <div className={styles.tab}>
      <div>
        <EditForm edit={edit} label={t('branding:colours')} submit={t('branding:save')}>
          <TitledCard title={t('branding:colours')} intro={t('branding:coloursIntro')}>
            {field('primary')}
            <details
              className={styles.others}
              open={wanted || isInTrouble}
              onToggle={(event) => setWanted(event.currentTarget.open)}
            >
              <summary>{t('branding:others')}</summary>
              <div className={styles.colours}>{others.map(field)}</div>
            </details>
          </TitledCard>
        </EditForm>
      </div>
      <div className={styles.seen}>
        <BrandingPreview theme={theme} tenant={tenant} />
      </div>
      <div>
        <TitledCard title={t('branding:logos')} intro={t('branding:logosIntro')}>
          <LogoField name="light" tenant={tenant} />
          <LogoField name="dark" tenant={tenant} />
          <LogoField name="icon" tenant={tenant} />
        </TitledCard>
      </div>
    </div>
  )
}

function valuesOf({ theme }: TenantDetails): Record<ColourFieldName, string> {
  return Object.fromEntries(colours.map((name) => [`theme.web.${name}`, theme.web[name]])) as Record<
    ColourFieldName,
    string
  >
}

/** The typed colours, with the # added if it is missing. */
function themeOf(typed: Record<ColourFieldName, string>): ThemeColours {
  const entries = colours.map((name) => {
    const text = typed[`theme.web.${name}`].trim()
    return [name, asColour(text) ?? text]
  })
  return Object.fromEntries(entries) as Record<keyof ThemeColours, string>
}

function onlyColours(theme: ThemeColours): Partial<ThemeColours> {
  return Object.fromEntries(Object.entries(theme).filter(([, value]) => /^#[0-9a-f]{6}$/i.test(value)))
}

/** A typed colour with or without its #; undefined if it is invalid. */
function asColour(typed: string): string | undefined {
  const text = typed.trim().replace(/^(?!#)/, '#')
  return /^#[0-9a-f]{6}$/i.test(text) ? text : undefined
}
