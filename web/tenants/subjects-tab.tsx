import { useQuery } from '@tanstack/react-query'
import { featureFlags } from '../../contract/permissions/permissions.ts'
import { localeFacts, locales, type Locale } from '../../contract/locales.ts'
import { detailKinds, identifiers, type DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { refusedSetting, subjectSettings } from '../../contract/tenants/settings.ts'
import type { TenantDetails } from '../../contract/tenants/tenant.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { ChecklistField } from '../ui/checklist-field.tsx'
import { ChoiceCards } from '../ui/choice-cards.tsx'
import { t as say, useT } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { TitledCard } from '../ui/titled-card.tsx'
import { useTenant } from './shown-tenant.ts'
import { tenantUseQuery, useTenantEdit } from './tenant-queries.ts'
import * as styles from './tenant-page.module.css'

/** The kind of a tenant's subjects, its names for the IDs of animals and samples, and its features. */
export function SubjectsTab() {
  const t = useT()
  const { tenant } = useTenant()
  const use = useQuery(tenantUseQuery(tenant.id)).data?.data
  const edit = useTenantEdit({
    schema: subjectSettings,
    valuesOf,
    fields: {
      'subjects.kind': {
        label: t('fields:kind'),
        inWords: (typed) => t(`tenants:subjects.${typed['subjects.kind']}`),
      },
      names: {
        label: t('tenants:customIds'),
        inWords: ({ names }) => Object.values(names).filter(Boolean).join(', '),
      },
      allowed: {
        label: t('tenants:features'),
        inWords: ({ allowed }) => allowed.map((flag) => t(`tenants:feature.${flag}`)).join(', '),
      },
      identifiesBy: {
        label: t('tenants:identifiesBy'),
        inWords: (typed) => t(`tenants:identifiesBy.${typed.identifiesBy}`),
      },
      subjectDetails: {
        label: t('tenants:subjectDetails'),
        inWords: ({ subjectDetails }) => subjectDetails.map((kind) => t(`personDetails:kind.${kind}`)).join(', '),
      },
      sendsResultsAtOnce: {
        label: t('tenants:sendsResultsAtOnce'),
        inWords: (typed) => t(typed.sendsResultsAtOnce ? 'lists:yes' : 'lists:no'),
      },
    },
    read: ({ 'subjects.kind': kind, names, allowed, sendsResultsAtOnce, ...typed }) => {
      const subjects = { kind, names: readNames(names) }
      // Nothing is kept of animals and samples.
      const subjectDetails = kind === 'human' ? typed.subjectDetails : []
      const refused = refusedSetting({ ...tenant, subjects, subjectDetails })
      return {
        candidate: {
          subjects,
          features: featureFlags.filter((flag) => !allowed.includes(flag)),
          sendsResultsAtOnce,
          subjectDetails,
          identifiesBy: typed.identifiesBy,
        },
        errors:
          refused === undefined
            ? {}
            : { [refused.field]: say(`rules:${refused.phrase}`, { field: t('fields:customId1') }) },
      }
    },
  })
  const { form } = edit
  const { values } = form
  const isFixed = use?.hasSubjects ?? true
  return (
    <EditForm edit={edit} label={t('shell:page.tenantSubjects')} submit={t('shell:saveChanges')}>
      <div className={styles.cards}>
        <TitledCard title={t('fields:kind')} intro={t(isFixed ? 'tenants:kindFixed' : 'tenants:kindFree')}>
          <EditField edit={edit} name="subjects.kind">
            <ChoiceCards
              hasHiddenLegend
              legend={t('fields:kind')}
              name="subjects.kind"
              choices={(['human', 'non-human'] as const).map((value) => ({
                value,
                label: t(`tenants:subjects.${value}`),
                isDisabled: isFixed && value !== tenant.subjects.kind,
              }))}
              value={values['subjects.kind']}
              error={form.errors['subjects.kind']}
              onChange={(kind) => form.set('subjects.kind', kind)}
            />
          </EditField>
          {values['subjects.kind'] === 'non-human' && (
            <EditField edit={edit} name="names">
              <Names
                tenant={tenant}
                names={values.names}
                errors={form.errors}
                onChange={(name, text) => {
                  form.set('names', { ...values.names, [name]: text })
                  form.forget([`subjects.names.${name}`])
                }}
              />
            </EditField>
          )}
        </TitledCard>
        {values['subjects.kind'] === 'human' && (
          <TitledCard title={t('tenants:identifiesBy')} intro={t('tenants:identifiesByHelp')}>
            <EditField edit={edit} name="identifiesBy">
              <ChoiceCards
                hasHiddenLegend
                legend={t('tenants:identifiesBy')}
                name="identifiesBy"
                help={t(`tenants:identifiesBy.${values.identifiesBy}.help`)}
                choices={identifiers.map((value) => ({ value, label: t(`tenants:identifiesBy.${value}`) }))}
                value={values.identifiesBy}
                error={form.errors.identifiesBy}
                onChange={(identifiesBy) => form.set('identifiesBy', identifiesBy)}
              />
            </EditField>
          </TitledCard>
        )}
        {values['subjects.kind'] === 'human' && (
          <TitledCard title={t('tenants:subjectDetails')} intro={t('tenants:subjectDetailsHelp')}>
            <EditField edit={edit} name="subjectDetails">
              <ChecklistField
                legend={t('tenants:subjectDetailsKept')}
                name="subjectDetails"
                help={t('tenants:subjectDetailsOff')}
                options={detailKinds.map((kind) => ({
                  value: kind,
                  label: t(`personDetails:kind.${kind}`),
                  ...(hasHelp(kind) && { help: t(`tenants:subjectDetails.${kind}.help`) }),
                }))}
                chosen={values.subjectDetails}
                error={form.errors.subjectDetails}
                onChange={(subjectDetails) => form.set('subjectDetails', subjectDetails)}
              />
            </EditField>
          </TitledCard>
        )}
        {values['subjects.kind'] === 'human' && (
          <TitledCard title={t('tenants:sendingResults')} intro={t('tenants:sendingResultsHelp')}>
            <EditField edit={edit} name="sendsResultsAtOnce">
              <CheckboxField
                name="sendsResultsAtOnce"
                label={t('tenants:sendsResultsAtOnce')}
                isChecked={values.sendsResultsAtOnce}
                help={t('tenants:sendsResultsAtOnceHelp')}
                error={form.errors.sendsResultsAtOnce}
                onChange={(sendsResultsAtOnce) => form.set('sendsResultsAtOnce', sendsResultsAtOnce)}
              />
            </EditField>
          </TitledCard>
        )}
        <TitledCard title={t('tenants:features')} intro={t('tenants:featuresHelp')}>
          <EditField edit={edit} name="allowed">
            <ChecklistField
              legend={t('tenants:allowed')}
              name="features"
              options={featureFlags.map((flag) => ({
                value: flag,
                label: t(`tenants:feature.${flag}`),
                help: [
                  t(`tenants:feature.${flag}.help`),
                  use && t(`tenants:feature.${flag}.now`, { count: use.concerned[flag] }),
                ]
                  .filter(Boolean)
                  .join(' '),
              }))}
              chosen={values.allowed}
              error={form.errors.features}
              onChange={(allowed) => form.set('allowed', allowed)}
            />
          </EditField>
        </TitledCard>
      </div>
    </EditForm>
  )
}

type Name = `${Locale}.${'customId1' | 'customId2'}`
type TypedNames = Partial<Record<Name, string>>

interface NamesProps {
  tenant: TenantDetails
  names: TypedNames
  errors: Partial<Record<string, string>>
  onChange: (name: Name, text: string) => void
}

function Names({ tenant: { availableLanguages, defaultLanguage }, names, errors, onChange }: NamesProps) {
  const t = useT()
  const inOrder = [defaultLanguage, ...availableLanguages.filter((locale) => locale !== defaultLanguage)]
  return (
    <fieldset className={styles.names}>
      <legend>{t('tenants:customIds')}</legend>
      <p>{t('tenants:customIdsHelp')}</p>
      {inOrder.map((locale) => (
        <div key={locale} className={styles.pair}>
          {(['customId1', 'customId2'] as const).map((field) => {
            const name: Name = `${locale}.${field}`
            return (
              <TextField
                key={field}
                name={`subjects.names.${name}`}
                label={t(`tenants:${field}In`, { language: localeFacts[locale].name })}
                value={names[name] ?? ''}
                error={errors[`subjects.names.${name}`]}
                isOptional={locale !== defaultLanguage}
                autoComplete="off"
                onChange={({ currentTarget }) => onChange(name, currentTarget.value)}
              />
            )
          })}
        </div>
      ))}
    </fieldset>
  )
}

const explained = ['race', 'ethnicity', 'telephones', 'guardian', 'nhsNumber', 'language'] as const

function hasHelp(kind: DetailKind): kind is (typeof explained)[number] {
  return explained.some((one) => one === kind)
}

function valuesOf({ subjects, features, sendsResultsAtOnce, identifiesBy, subjectDetails }: TenantDetails) {
  const names: TypedNames = Object.fromEntries(
    Object.entries(subjects.names).flatMap(([locale, pair]) =>
      Object.entries(pair).map(([field, text]) => [`${locale}.${field}`, text]),
    ),
  )
  return {
    'subjects.kind': subjects.kind,
    names,
    allowed: featureFlags.filter((flag) => !features.includes(flag)),
    sendsResultsAtOnce,
    identifiesBy,
    // In the order of the form, as `ChecklistField` keeps it.
    subjectDetails: detailKinds.filter((kind) => subjectDetails.includes(kind)),
  }
}

function readNames(typed: TypedNames): TenantDetails['subjects']['names'] {
  const pairs = locales.flatMap((locale) => {
    const [customId1, customId2] = [typed[`${locale}.customId1`] ?? '', typed[`${locale}.customId2`] ?? '']
    return `${customId1}${customId2}`.trim() === '' ? [] : [[locale, { customId1, customId2 }]]
  })
  return Object.fromEntries(pairs)
}
