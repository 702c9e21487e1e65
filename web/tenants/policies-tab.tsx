import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { policyNames, type PolicyName } from '../../contract/phrases/policy.ts'
import type { Policy } from '../../contract/policies/endpoints.ts'
import { localeFacts, type Locale } from '../../contract/locales.ts'
import { UnsavedGuard } from '../editing/unsaved-guard.tsx'
import { Answer } from '../loading/waiting.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { builtInTexts } from '../policies/policy-text.tsx'
import { PolicyEditor, type Drafts } from './policy-editor.tsx'
import { useTenant } from './shown-tenant.ts'
import { PublishedVersions } from './published-versions.tsx'
import { policyQuery } from '../policies/queries.ts'
import * as styles from './policies-tab.module.css'

/** The policies of a tenant: each text beside its preview, and all published versions. */
export function PoliciesTab() {
  const t = useT()
  const { tenant } = useTenant()
  const current = useLocale()
  const [name, setName] = useState<PolicyName>('eula')
  const [locale, setLocale] = useState<Locale>(
    tenant.availableLanguages.includes(current) ? current : tenant.defaultLanguage,
  )
  const [drafts, setDrafts] = useState<Partial<Record<PolicyName, Drafts>>>({})
  const query = useQuery({ ...policyQuery(tenant.id, name), staleTime: 0 })
  const isUnsaved = Object.values(drafts).some((ofPolicy) => Object.keys(ofPolicy).length > 0)
  return (
    <section className={styles.tab} aria-labelledby="policies-title">
      <h2 className={styles.title} id="policies-title">
        {t('publishing:title')}
      </h2>
      <p className={styles.intro}>{t('publishing:intro')}</p>
      <div className={styles.choices}>
        <SelectField
          label={t('publishing:choosePolicy')}
          name="policy"
          value={name}
          onChange={(value) => setName(value as PolicyName)}
          options={policyNames.map((value) => ({ value, label: t(`shell:page.${value}`) }))}
        />
        <SelectField
          label={t('fields:language')}
          name="language"
          value={locale}
          onChange={(value) => setLocale(value as Locale)}
          options={tenant.availableLanguages.map((value) => ({ value, label: localeFacts[value].name }))}
        />
      </div>
      <Answer
        query={query}
        waiting={<RowSkeletons rows={8} label={t('publishing:loading')} />}
        failed={t('publishing:loadFailed')}
      >
        {({ data: policy }) => (
          <>
            <Loaded
              key={name}
              tenantId={tenant.id}
              policy={policy}
              locale={locale}
              drafts={drafts[name] ?? {}}
              onDrafts={(next) => setDrafts((before) => ({ ...before, [name]: next }))}
            />
            <PublishedVersions tenantId={tenant.id} name={name} />
          </>
        )}
      </Answer>
      <UnsavedGuard isUnsaved={isUnsaved} />
    </section>
  )
}

interface LoadedProps {
  tenantId: string
  policy: Policy
  locale: Locale
  drafts: Drafts
  onDrafts: (drafts: Drafts) => void
}

/** The editor, rendered once the built-in text of the language is loaded, from which a tenant's own text starts. */
function Loaded(props: LoadedProps) {
  const { policy, locale } = props
  return <PolicyEditor {...props} builtIn={use(builtInTexts(locale))[policy.name].trim()} />
}
