import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { organisationForm, type Organisation } from '../../contract/organisations/endpoints.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import {
  addressErrors,
  AddressFields,
  describedAddress,
  readAddress,
  typedAddress,
  type TypedAddress,
} from '../editing/address-fields.tsx'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { FormPanel } from '../editing/form-panel.tsx'
import { NewForm } from '../editing/new-form.tsx'
import { NpiField } from '../editing/npi-field.tsx'
import { PlaceFields } from '../editing/place-fields.tsx'
import {
  describedPlace,
  readPlace,
  typedPlace,
  usePhoneRule,
  type PhoneRule,
  type TypedPlace,
} from '../editing/typed-place.ts'
import { UsFields } from '../editing/us-fields.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { useNew } from '../editing/use-new.ts'
import { inPlace, paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import type { Elements } from '../ui/elements.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import type { useForm } from '../ui/use-form.ts'
import { organisationQuery, useChangeOrganisation, useCreateOrganisation } from './organisation-queries.ts'

export function NewOrganisation() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/organisations' })
  const preferences = usePreferences()
  const adding = useNew({
    schema: organisationForm,
    initial: valuesOf(undefined, null, preferences),
    failed: 'organisations:failed',
    read: (typed) => read(typed, preferences),
    send: useCreateOrganisation(),
    created: 'organisations:created',
    page: ({ id, name }) => paths.organisation(id, { ...search, crumb: name }),
  })
  return (
    <FormPanel title={t('organisations:create')} below={paths.organisations(search)}>
      <NewForm {...adding} label={t('organisations:create')} submit={t('organisations:form.submit')}>
        <Fields form={adding.form} field={(_, control) => control} hasNpi={false} />
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

function EditFields({ organisation, rule }: { organisation: Organisation; rule: PhoneRule }) {
  const t = useT()
  const locale = useLocale()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/organisations' })
  const preferences = usePreferences()
  const { id } = organisation
  const edit = useEdit({
    item: organisation,
    schema: organisationForm,
    valuesOf: (item: Organisation) => valuesOf(item, rule, preferences),
    fields: {
      ...describedPlace(t, locale),
      npi: { label: t('fields:npi') },
      ...describedAddress('address', t('places:address')),
    },
    failed: 'organisations:failed',
    read: (typed) => read(typed, preferences),
    ...useChangeOrganisation(id),
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

type Typed = TypedPlace & TypedAddress & { npi: string }

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
        {field('npi', <NpiField {...form.field('npi')} />)}
      </UsFields>
      {field('address.streetAddress', <AddressFields name="address" legend={t('places:address')} form={form} />)}
    </>
  )
}

function valuesOf(item: Organisation | undefined, rule: PhoneRule, preferences: Preferences): Typed {
  return {
    ...typedPlace(item, rule, preferences),
    npi: item?.npi ?? '',
    ...typedAddress('address', item?.address ?? null, preferences.countries),
  }
}

/** Converts the form to the request body, with the tenant's errors for a telephone and for a valid address. */
async function read(typed: Typed, preferences: Preferences) {
  const { place, errors } = await readPlace(typed, preferences)
  const address = readAddress('address', typed)
  return {
    candidate: { ...place, npi: typed.npi, address },
    errors: { ...errors, ...addressErrors('address', address, preferences) },
  }
}
