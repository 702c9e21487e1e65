import { languageTag } from '../../contract/locales.ts'
import { spokenLanguages } from '../../contract/rules/spoken-languages.ts'
import type { DetailKind } from '../../contract/subjects/detail-kinds.ts'
import { consentWays, ethnicitiesIn, ethnicity, race, roles, sex } from '../../contract/subjects/details.ts'
import type { OpenedSubject, subjectIdentity } from '../../contract/subjects/whole-subject.ts'
import { AddressFields } from '../editing/address-fields.tsx'
import { usePreferences } from '../preferences/preferences.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { DateField } from '../ui/date-field.tsx'
import type { Elements } from '../ui/elements.ts'
import { languageName } from '../ui/language-options.ts'
import { OptionalFields } from '../ui/phone-fields.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { EmailField, TextField } from '../ui/text-field.tsx'
import type { useForm } from '../ui/use-form.ts'
import * as styles from './details-fields.module.css'
import { typedTelephone, type SubjectValues, type TypedDetails, type Typing } from './details-values.ts'
import { TelephoneFields, TelephonesFields } from './telephone-fields.tsx'

type TextName = {
  [Name in keyof TypedDetails]: TypedDetails[Name] extends string ? Name : never
}[keyof TypedDetails]

interface Props {
  subject: OpenedSubject
  how: Typing
  form: Pick<ReturnType<typeof useForm<typeof subjectIdentity, SubjectValues>>, 'values' | 'errors' | 'field' | 'set'>
  /** Draws the conflict of a field around its control. */
  field: (name: keyof TypedDetails, control: Elements) => Elements
}

/** The fields of those details of a person that the tenant keeps. */
export function DetailsFields({ subject, how, form, field }: Props) {
  const t = useT()
  const { field: control, set, values, errors } = form
  const { countries } = how
  const choose = useChoices(values)

  const chosen = (kind: ChosenKind) =>
    field(
      `details.${kind}`,
      <SelectField
        {...control(`details.${kind}`)}
        label={t(`personDetails:kind.${kind}`)}
        isOptional
        options={choose(kind)}
        onChange={(value) => set(`details.${kind}`, value)}
      />,
    )
  const text = (name: TextName, label: string, isOptional = true) => (
    <TextField {...control(name)} label={label} isOptional={isOptional} autoComplete="off" />
  )
  const day = (name: TextName, label: string, isOptional: boolean) => (
    <DateField
      {...control(name)}
      label={label}
      hint={how.hint}
      isOptional={isOptional}
      onChange={(typed) => set(name, typed)}
    />
  )
  const fields: Record<DetailKind, () => Elements> = {
    role: () => chosen('role'),
    unit: () =>
      field(
        'details.unit.name',
        <>
          {text('details.unit.name', t('personDetails:unit'))}
          {text('details.unit.room', t('personDetails:room'))}
        </>,
      ),
    sex: () => chosen('sex'),
    race: () => chosen('race'),
    ethnicity: () => chosen('ethnicity'),
    language: () =>
      field(
        'details.language',
        <LanguageField
          value={values['details.language']}
          error={errors['details.language']}
          onChange={(code) => set('details.language', code)}
        />,
      ),
    telephones: () =>
      field(
        'details.telephones',
        <Group legend={t('personDetails:kind.telephones')}>
          <TelephonesFields
            telephones={values['details.telephones']}
            errors={errors}
            countries={countries}
            more={typedTelephone(null, how)}
            onChange={(telephones) => set('details.telephones', telephones)}
          />
        </Group>,
      ),
    address: () =>
      field(
        'details.address.streetAddress',
        <AddressFields
          name="details.address"
          legend={t('personDetails:kind.address')}
          form={{ field: control, set }}
        />,
      ),
    guardian: () =>
      field(
        'details.guardian.name',
        <OptionalFields legend={t('personDetails:kind.guardian')}>
          {text('details.guardian.name', t('fields:name'), false)}
          {text('details.guardian.relation', t('personDetails:guardian.relation'))}
          <EmailField {...control('details.guardian.email')} label={t('fields:email')} isOptional autoComplete="off" />
          <TelephoneFields
            legend={t('fields:phone')}
            name="details.guardian.telephone"
            telephone={values['details.guardian.telephone']}
            errors={errors}
            countries={countries}
            onChange={(telephone) => set('details.guardian.telephone', telephone)}
          />
          <CheckboxField
            name="details.guardian.receives"
            label={t('personDetails:guardian.receives')}
            help={t('personDetails:guardian.receivesHelp')}
            isChecked={values['details.guardian.receives']}
            onChange={(receives) => set('details.guardian.receives', receives)}
          />
        </OptionalFields>,
      ),
    nhsNumber: () =>
      field(
        'details.nhsNumber',
        <TextField
          {...control('details.nhsNumber')}
          label={t('personDetails:kind.nhsNumber')}
          isOptional
          inputMode="numeric"
          autoComplete="off"
        />,
      ),
    consent: () =>
      field(
        'details.consent.by',
        <OptionalFields legend={t('personDetails:kind.consent')}>
          {text('details.consent.by', t('personDetails:consent.by'), false)}
          <SelectField
            {...control('details.consent.how')}
            label={t('personDetails:consent.how')}
            options={consentWays.map((value) => ({ value, label: t(`personDetails:way.${value}`) }))}
            onChange={(value) => set('details.consent.how', value)}
          />
          {day('details.consent.when', t('personDetails:consent.when'), false)}
          {day('details.consent.until', t('personDetails:consent.until'), true)}
          {day('details.consent.withdrawn', t('personDetails:consent.withdrawn'), true)}
        </OptionalFields>,
      ),
  }
  const kinds = subject.hiddenDetails.map((kind) => t(`personDetails:kind.${kind}`)).join(', ')
  return (
    <>
      {subject.keptDetails.map((kind) => (
        <div key={kind}>{fields[kind]()}</div>
      ))}
      {subject.hiddenDetails.length > 0 &&
        field(
          'clearsHidden',
          <CheckboxField
            name="clearsHidden"
            label={t('personDetails:clearHidden')}
            help={t('personDetails:hidden', { kinds })}
            isChecked={values.clearsHidden}
            onChange={(clearsHidden) => set('clearsHidden', clearsHidden)}
          />,
        )}
    </>
  )
}

type ChosenKind = 'role' | 'sex' | 'race' | 'ethnicity'

/** Returns the options of a kind, with the present value even if the tenant's countries do not offer it. */
function useChoices(values: Pick<TypedDetails, `details.${ChosenKind}`>) {
  const t = useT()
  const { countries } = usePreferences()
  const none = { value: '', label: t('personDetails:choose') }
  return (kind: ChosenKind): { value: string; label: string }[] => {
    switch (kind) {
      case 'role':
        return [none, ...roles.map((value) => ({ value, label: t(`personDetails:role.${value}`) }))]
      case 'sex':
        return [none, ...sex.options.map((value) => ({ value, label: t(`personDetails:sex.${value}`) }))]
      case 'race':
        return [none, ...race.options.map((value) => ({ value, label: t(`personDetails:race.${value}`) }))]
      case 'ethnicity': {
        const present = ethnicity.options.filter((value) => value === values['details.ethnicity'])
        const offered = new Set([...ethnicitiesIn(countries), ...present])
        return [none, ...[...offered].map((value) => ({ value, label: t(`personDetails:ethnicity.${value}`) }))]
      }
    }
  }
}

interface LanguageProps {
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

function LanguageField({ value, error, onChange }: LanguageProps) {
  const t = useT()
  const tag = languageTag(useLocale())
  const choices = spokenLanguages
    .map((id) => ({ id, name: languageName(id, tag) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, tag))
  return (
    <SearchSelect
      name="details.language"
      label={`${t('personDetails:kind.language')} ${t('shell:optional')}`}
      value={value || null}
      error={error}
      choices={choices}
      placeholder={t('personDetails:choose')}
      nothingFound={t('lists:filter.nothingFound')}
      clearable
      onChange={(code) => onChange(code ?? '')}
    />
  )
}

function Group({ legend, children }: { legend: string; children: Elements }) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  )
}
