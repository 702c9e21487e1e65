import { useSearch } from '@tanstack/react-router'
import { defaultLocale, localeFacts, locales, type Locale } from '../../contract/locales.ts'
import { countries } from '../../contract/rules/countries.ts'
import { newTenant } from '../../contract/tenants/new-tenant.ts'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { useNew } from '../editing/use-new.ts'
import { paths } from '../paths.ts'
import { countryOptions } from '../ui/country-options.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { SelectField } from '../ui/select-field.tsx'
import { EmailField, TextField } from '../ui/text-field.tsx'
import { useCreateTenant } from './queries.ts'
import { hostOf } from './tenant-words.ts'
import * as styles from './new-tenant-form.module.css'

/** Creates a tenant and invites its first administrator, in a panel over the list, and then opens its page. */
export function NewTenantForm() {
  const t = useT()
  const locale = useLocale()
  const search = useSearch({ from: '/logged-in/tenants' })
  const adding = useNew({
    schema: newTenant,
    initial: { name: '', slug: '', country: '', language: defaultLocale, kind: 'human', fullName: '', email: '' },
    failed: 'operator:failed',
    read: (typed) => ({ candidate: { ...typed, country: typed.country || undefined } }),
    send: useCreateTenant(),
    created: 'operator:created',
    page: ({ id, name }) => paths.tenant(id, { ...search, crumb: name }),
  })
  const { field, set, values } = adding.form
  const slug = values.slug.trim().toLowerCase() || 'harbour'
  return (
    <FormPanel title={t('shell:page.newTenant')} intro={t('operator:create.intro')} below={paths.tenants(search)}>
      <NewForm {...adding} label={t('shell:page.newTenant')} submit={t('operator:form.submit')}>
        <TextField {...field('name')} label={t('fields:name')} autoComplete="off" />
        <TextField
          {...field('slug')}
          label={t('fields:slug')}
          help={t('operator:create.slugHelp', { slug, example: hostOf(slug) })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SelectField
          {...field('country')}
          label={t('fields:country')}
          options={countryOptions(countries, locale, t('places:address.choose'))}
          onChange={(value) => set('country', value)}
        />
        <SelectField
          {...field('language')}
          label={t('fields:language')}
          options={locales.map((value) => ({ value, label: localeFacts[value].name }))}
          onChange={(value) => set('language', value as Locale)}
        />
        <SelectField
          {...field('kind')}
          label={t('fields:kind')}
          options={(['human', 'non-human'] as const).map((value) => ({ value, label: t(`operator:kind.${value}`) }))}
          onChange={(value) => set('kind', value)}
        />
        <fieldset className={styles.person}>
          <legend>{t('operator:create.administrator')}</legend>
          <p>{t('operator:create.administratorHelp')}</p>
          <TextField {...field('fullName')} label={t('fields:fullName')} autoComplete="off" />
          <EmailField {...field('email')} label={t('fields:email')} autoComplete="off" />
        </fieldset>
      </NewForm>
    </FormPanel>
  )
}
