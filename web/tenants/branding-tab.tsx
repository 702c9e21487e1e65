import { useState } from 'react'
import { assessTheme } from '../../contract/tenants/assess-theme.ts'
import type { ThemeColours } from '../../contract/tenants/preferences.ts'
import { brandingSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { useT } from '../ui/phrases.ts'
import { BrandingPreview } from './branding-preview.tsx'
import { ColourField } from './colour-field.tsx'
import { LogoField } from './logo-field.tsx'
import { SettingsCard } from './settings-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { useTenantEdit } from './tenant-queries.ts'
import styles from './branding-tab.module.css'

const colours = ['primary', 'hover', 'secondary', 'accent', 'textLink', 'anchor', 'grey'] as const
type ColourFieldName = `theme.web.${keyof ThemeColours}`

/** A tenant's colours and logos, beside how its screens and mails look with them, as one types. */
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
  // What is being typed is drawn once it is a colour; until then the last one that was.
  const [drawn, setDrawn] = useState<ThemeColours>(tenant.theme.web)
  const typed = themeOf(form.values)
  const theme = { ...drawn, ...onlyColours(typed) }
  if (colours.some((name) => theme[name] !== drawn[name])) setDrawn(theme)
  const assessed = assessTheme(theme)

  return (
    <div className={styles.tab}>
      <BrandingPreview theme={theme} tenant={tenant} />
      <EditForm edit={edit} label={t('branding:colours')} submit={t('branding:save')}>
        <SettingsCard title={t('branding:colours')} intro={t('branding:coloursIntro')}>
          <div className={styles.colours}>
            {colours.map((name) => {
              const field: ColourFieldName = `theme.web.${name}`
              return (
                <EditField key={name} edit={edit} name={field}>
                  <ColourField
                    {...form.field(field)}
                    label={t(`branding:${name}`)}
                    help={t(`branding:${name}.help`)}
                    assessed={assessed[name]}
                    onChoose={(colour) => form.set(field, colour)}
                  />
                </EditField>
              )
            })}
          </div>
        </SettingsCard>
      </EditForm>
      <SettingsCard title={t('branding:logos')} intro={t('branding:logosIntro')}>
        <LogoField name="light" tenant={tenant} />
        <LogoField name="dark" tenant={tenant} />
        <LogoField name="icon" tenant={tenant} />
      </SettingsCard>
    </div>
  )
}

function valuesOf({ theme }: TenantDetails): Record<ColourFieldName, string> {
  return Object.fromEntries(colours.map((name) => [`theme.web.${name}`, theme.web[name]])) as Record<
    ColourFieldName,
    string
  >
}

/** What was typed, a colour without its # as one with it. */
function themeOf(typed: Record<ColourFieldName, string>): ThemeColours {
  const entries = colours.map((name) => {
    const text = typed[`theme.web.${name}`].trim()
    return [name, /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text]
  })
  return Object.fromEntries(entries) as Record<keyof ThemeColours, string>
}

function onlyColours(theme: ThemeColours): Partial<ThemeColours> {
  return Object.fromEntries(Object.entries(theme).filter(([, value]) => /^#[0-9a-f]{6}$/i.test(value)))
}
