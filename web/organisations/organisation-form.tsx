import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getOrganisation, organisationForm, type Organisation } from '../../contract/organisations/endpoints.ts'
import { address as addressRule } from '../../contract/rules/address.ts'
import { refusedPart } from '../../contract/rules/address-terms.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { call } from '../api/client.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { PlaceFields } from '../editing/place-fields.tsx'
import { phoneIn, placePhone, readPlacePhone, usePhoneRule, type PlacePhone } from '../editing/place-phone.ts'
import { UsFields } from '../editing/us-fields.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { useSubmit } from '../editing/use-submit.ts'
import { inPlace, paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { phoneInWords } from '../ui/country-options.ts'
import type { Elements } from '../ui/elements.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { AddressFields, addressInWords, readAddress, typedAddress, type TypedAddress } from './address-fields.tsx'
import { organisationQuery, useCreateOrganisation, useUpdateOrganisation } from './organisation-queries.ts'

export function NewOrganisation() {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/organisations' })
  const preferences = usePreferences()
  const create = useCreateOrganisation()
  const form = useForm({ schema: organisationForm, initial: valuesOf(undefined, null, preferences) })
  const submission = useSubmit(form, {
    failed: 'organisations:failed',
    read: () => read(form.values, preferences),
    send: create,
    onDone: async ({ id, name }) => {
      form.markSaved()
      showMessage(say('organisations:created'))
      await goOn(paths.organisation(id, { ...search, crumb: name }))
    },
  })
  return (
    <FormPanel title={t('organisations:create')} below={paths.organisations(search)}>
      <NewForm
        form={form}
        submission={submission}
        label={t('organisations:create')}
        submit={t('organisations:form.submit')}
      >
        <Fields form={form} field={(_, control) => control} hasNpi={false} />
      </NewForm>
    </FormPanel>
  )
}

export function EditOrganisation() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/organisations/$id/edit' })
  const search = useSearch({ from: '/logged-in/organisations' })
  // An edit must start from the latest version, so the organisation is loaded again.
  const organisation = useQuery({ ...organisationQuery(id), staleTime: 0 })
  const rule = usePhoneRule()
  return (
    <EditPanel
      title={t('organisations:edit')}
      below={paths.organisation(id, search)}
      query={organisation}
      rows={6}
      list={paths.organisations(search)}
    >
      {(stored) => (rule === undefined ? null : <EditFields organisation={stored} rule={rule} />)}
    </EditPanel>
  )
}

interface EditProps {
  organisation: Organisation
  rule: NonNullable<ReturnType<typeof usePhoneRule>> | null
}

function EditFields({ organisation, rule }: EditProps) {
  const t = useT()
  const locale = useLocale()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/organisations' })
  const preferences = usePreferences()
  const { id } = organisation
  const send = useUpdateOrganisation(id)
  const edit = useEdit({
    item: organisation,
    schema: organisationForm,
    valuesOf: (item: Organisation) => valuesOf(item, rule, preferences),
    fields: {
      name: { label: t('fields:name') },
      description: { label: t('fields:description') },
      location: { label: t('places:location') },
      'phone.number': { label: t('fields:phone'), inWords: (typed) => phoneInWords(phoneIn(typed), locale) },
      'phone.country': { partOf: 'phone.number' },
      npi: { label: t('fields:npi') },
      'address.streetAddress': { label: t('places:address'), inWords: addressInWords },
      'address.streetAddress2': { partOf: 'address.streetAddress' },
      'address.city': { partOf: 'address.streetAddress' },
      'address.state': { partOf: 'address.streetAddress' },
      'address.county': { partOf: 'address.streetAddress' },
      'address.country': { partOf: 'address.streetAddress' },
      'address.postcode': { partOf: 'address.streetAddress' },
    },
    failed: 'organisations:failed',
    read: (typed) => read(typed, preferences),
    newest: async () => (await call(getOrganisation, { params: { id }, errors: 'caller' })).data,
    send,
    updated: 'organisations:updated',
    onDone: () => goOn(inPlace(paths.organisation(id, search))),
  })
  return (
    <EditForm edit={edit} label={t('organisations:edit')} submit={t('places:save')}>
      <Fields
        form={edit.form}
        hasNpi={organisation.npi !== null}
        field={(name, control) => (
          <EditField edit={edit} name={name}>
            {control}
          </EditField>
        )}
      />
    </EditForm>
  )
}

type Typed = Record<'name' | 'description' | 'location' | 'npi', string> & PlacePhone & TypedAddress

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof organisationForm, Typed>>, 'field' | 'set'>
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: keyof Typed, control: Elements) => Elements
  /** True if an NPI is already stored. */
  hasNpi: boolean
}

function Fields({ form, field, hasNpi }: FieldsProps) {
  const t = useT()
  return (
    <>
      <PlaceFields form={form} field={field} />
      <UsFields isNeeded={form.field('npi').error !== undefined || hasNpi}>
        {field(
          'npi',
          <TextField
            {...form.field('npi')}
            label={t('fields:npi')}
            isOptional
            inputMode="numeric"
            autoComplete="off"
          />,
        )}
      </UsFields>
      {field('address.streetAddress', <AddressFields field={form.field} set={form.set} />)}
    </>
  )
}

function valuesOf(item: Organisation | undefined, rule: EditProps['rule'], preferences: Preferences): Typed {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    location: item?.location ?? '',
    ...placePhone(item?.phone ?? null, rule, preferences),
    npi: item?.npi ?? '',
    ...typedAddress(item?.address ?? null, preferences.countries),
  }
}

/** Converts the form to the request body, with the tenant's errors for a telephone and for a valid address. */
async function read(typed: Typed, preferences: Preferences) {
  const { name, description, location, npi } = typed
  const { phone, errors } = await readPlacePhone(typed, preferences)
  const address = readAddress(typed)
  const sound = addressRule.safeParse(address)
  const refused = sound.success ? refusedPart(sound.data, preferences) : undefined
  return {
    candidate: { name, description, location, phone, npi, address },
    errors: {
      ...errors,
      ...(refused && { [`address.${refused.part}`]: say(`rules:${refused.phrase}`) }),
    },
  }
}
