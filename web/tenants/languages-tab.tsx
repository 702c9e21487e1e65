import { useQuery } from '@tanstack/react-query'
import { localeFacts, locales, type Locale } from '../../contract/locales.ts'
import { countriesRefused, examplePostcodes } from '../../contract/rules/address-terms.ts'
import { countries } from '../../contract/rules/countries.ts'
import { languageSettings, movedSpeakers, refusedSetting } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { Alert } from '../ui/alert.tsx'
import { ChecklistField } from '../ui/checklist-field.tsx'
import { countryName } from '../ui/country-options.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { DateFormatFields, dateFormatsInWords, readDateFormats, typedDateFormats } from './date-format-fields.tsx'
import { isUsable, PatternField } from './pattern-field.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { tenantUseQuery, useTenantEdit } from './tenant-queries.ts'
import * as styles from './tenant-page.module.css'

/** The languages and countries of a tenant, and its formats of dates, postcodes and numbers. */
export function LanguagesTab() {
  const t = useT()
  const locale = useLocale()
  const { tenant } = useTenant()
  const edit = useTenantEdit({
    schema: languageSettings,
    valuesOf,
    fields: {
      availableLanguages: {
        label: t('tenants:languages'),
        inWords: ({ availableLanguages }) => availableLanguages.map((one) => localeFacts[one].name).join(', '),
      },
      defaultLanguage: {
        label: t('fields:defaultLanguage'),
        inWords: ({ defaultLanguage }) => localeFacts[defaultLanguage].name,
      },
      countries: {
        label: t('tenants:countries'),
        inWords: ({ countries: chosen }) => chosen.map((one) => countryName(one, locale)).join(', '),
      },
      'dateFormat.web': { label: t('tenants:datesOnWeb'), inWords: (typed) => dateFormatsInWords('web', typed) },
      'dateFormat.web.short': { partOf: 'dateFormat.web' },
      'dateFormat.web.long': { partOf: 'dateFormat.web' },
      'dateFormat.web.date_time': { partOf: 'dateFormat.web' },
      'dateFormat.mobile': {
        label: t('tenants:datesOnMobile'),
        inWords: (typed) => dateFormatsInWords('mobile', typed),
      },
      'dateFormat.mobile.short': { partOf: 'dateFormat.mobile' },
      'dateFormat.mobile.long': { partOf: 'dateFormat.mobile' },
      'dateFormat.mobile.date_time': { partOf: 'dateFormat.mobile' },
      postcodeRegex: { label: t('fields:postcodeRegex') },
      phoneRegex: { label: t('tenants:phonePattern') },
    },
    read: (typed) => {
      const { availableLanguages, defaultLanguage, countries: chosen, postcodeRegex, phoneRegex } = typed
      const dateFormat = { web: readDateFormats('web', typed), mobile: readDateFormats('mobile', typed) }
      const refused = refusedSetting({ ...tenant, availableLanguages, defaultLanguage })
      return {
        candidate: { availableLanguages, defaultLanguage, countries: chosen, dateFormat, postcodeRegex, phoneRegex },
        errors: refused?.field === 'defaultLanguage' ? { defaultLanguage: say(`rules:${refused.phrase}`) } : {},
      }
    },
  })
  const { form } = edit
  const { values } = form
  return (
    <EditForm edit={edit} label={t('shell:page.tenantLanguages')} submit={t('shell:saveChanges')}>
      <div className={styles.cards}>
        <TitledCard title={t('tenants:languages')}>
          <EditField edit={edit} name="availableLanguages">
            <ChecklistField
              legend={t('tenants:availableLanguages')}
              name="availableLanguages"
              options={locales.map((value) => ({ value, label: localeFacts[value].name }))}
              chosen={values.availableLanguages}
              error={form.errors.availableLanguages}
              onChange={(chosen) => form.set('availableLanguages', chosen)}
            />
          </EditField>
          <Moved tenant={tenant} typed={values} />
          <EditField edit={edit} name="defaultLanguage">
            <SelectField
              name="defaultLanguage"
              value={values.defaultLanguage}
              error={form.errors.defaultLanguage}
              label={t('fields:defaultLanguage')}
              help={t('tenants:defaultLanguageHelp')}
              options={locales.map((value) => ({ value, label: localeFacts[value].name }))}
              onChange={(chosen) => form.set('defaultLanguage', chosen as Locale)}
            />
          </EditField>
        </TitledCard>
        <TitledCard title={t('tenants:countries')}>
          <EditField edit={edit} name="countries">
            <ChecklistField
              legend={t('tenants:availableCountries')}
              help={t('tenants:countriesHelp')}
              name="countries"
              options={countries.map((value) => ({ value, label: countryName(value, locale) }))}
              chosen={values.countries}
              error={form.errors.countries}
              onChange={(chosen) => form.set('countries', chosen)}
            />
          </EditField>
          <RefusedCountries typed={values} />
        </TitledCard>
        <TitledCard title={t('tenants:datesOnWeb')}>
          <EditField edit={edit} name="dateFormat.web">
            <DateFormatFields of="web" form={form} />
          </EditField>
        </TitledCard>
        <TitledCard title={t('tenants:datesOnMobile')}>
          <EditField edit={edit} name="dateFormat.mobile">
            <DateFormatFields of="mobile" form={form} />
          </EditField>
        </TitledCard>
        <TitledCard title={t('tenants:patterns')} intro={`${t('tenants:patternsHelp')} ${t('tenants:patternRules')}`}>
          <EditField edit={edit} name="postcodeRegex">
            <PatternField
              {...form.field('postcodeRegex')}
              label={t('fields:postcodeRegex')}
              tryLabel={t('tenants:tryPostcode')}
            />
          </EditField>
          <RefusedCountries typed={values} />
          <EditField edit={edit} name="phoneRegex">
            <PatternField
              {...form.field('phoneRegex')}
              label={t('tenants:phonePattern')}
              help={t('tenants:phonePatternHelp')}
              tryLabel={t('tenants:tryPhone')}
            />
          </EditField>
        </TitledCard>
      </div>
    </EditForm>
  )
}

/** Shows before saving how many people would see another language than now. */
function Moved({ tenant, typed }: { tenant: TenantDetails; typed: ReturnType<typeof valuesOf> }) {
  const t = useT()
  const { data } = useQuery(tenantUseQuery(tenant.id))
  const isTakenAway = tenant.availableLanguages.some((locale) => !typed.availableLanguages.includes(locale))
  if (!isTakenAway || data === undefined || !typed.availableLanguages.includes(typed.defaultLanguage)) return null
  const moved = movedSpeakers(data.data.speakers, tenant, typed)
  return (
    <Alert tone="notice">
      {moved.length === 0 && <span>{t('tenants:movedNone')}</span>}
      {moved.map(({ from, to, people }) => (
        <p key={from}>
          {t('tenants:moved', { count: people, from: localeFacts[from].name, to: localeFacts[to].name })}
        </p>
      ))}
    </Alert>
  )
}

/** Warns, beside the countries and beside the pattern, of countries whose postcodes the pattern seems not to know. */
function RefusedCountries({ typed: { countries: chosen, postcodeRegex } }: { typed: ReturnType<typeof valuesOf> }) {
  const t = useT()
  const locale = useLocale()
  const pattern = postcodeRegex.trim()
  if (pattern === '' || !isUsable(pattern)) return null
  const refused = countriesRefused({ countries: chosen, postcodeRegex: pattern })
  if (refused.length === 0) return null
  return (
    <Alert tone="notice" title={t('tenants:postcodesRefused')}>
      {refused.map((country) => (
        <p key={country}>
          {t('tenants:postcodesOf', {
            country: countryName(country, locale),
            examples: examplePostcodes[country].join(', '),
          })}
        </p>
      ))}
    </Alert>
  )
}

function valuesOf(item: TenantDetails) {
  return {
    availableLanguages: item.availableLanguages,
    defaultLanguage: item.defaultLanguage,
    countries: item.countries,
    ...typedDateFormats('web', item.dateFormat.web),
    ...typedDateFormats('mobile', item.dateFormat.mobile),
    postcodeRegex: item.postcodeRegex ?? '',
    phoneRegex: item.phoneRegex ?? '',
  }
}
