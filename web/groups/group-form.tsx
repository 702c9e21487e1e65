import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { groupChange, newGroup, type Group } from '../../contract/groups/endpoints.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { useChoices } from '../api/use-choices.ts'
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
import { Answer } from '../loading/waiting.tsx'
import { organisationChoices } from '../organisations/queries.ts'
import { inPlace, paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import type { Elements } from '../ui/elements.ts'
import { useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { useForm } from '../ui/use-form.ts'
import { groupQuery, useChangeGroup, useCreateGroup } from './group-queries.ts'
import {
  describedProvider,
  ProviderFields,
  providerFields,
  readProvider,
  typedProvider,
  type TypedProvider,
} from './provider-fields.tsx'

export function NewGroupForm() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/groups' })
  const organisations = useChoices((text) => organisationChoices({ search: text, onlyActive: true }))
  return (
    <FormPanel title={t('groups:create')} intro={t('groups:form.keepsOrganisation')} below={paths.groups(search)}>
      <Answer query={organisations.asked} waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}>
        {() => <NewFields organisations={organisations} />}
      </Answer>
    </FormPanel>
  )
}

interface NewFieldsProps {
  organisations: {
    choices: readonly { id: string; name: string }[]
    hasMore: boolean
    isPending: boolean
    onSearch: (text: string) => void
  }
}

function NewFields({ organisations: { choices, hasMore, isPending, onSearch } }: NewFieldsProps) {
  const t = useT()
  const search = useSearch({ from: '/logged-in/groups' })
  const { neededFor } = useSearch({ from: '/logged-in/groups/new' })
  const preferences = usePreferences()
  const [only] = choices.length === 1 && !hasMore ? choices : []
  const adding = useNew({
    schema: newGroup,
    initial: { ...valuesOf(undefined, null, preferences), organisationId: only?.id ?? search.organisation ?? '' },
    failed: 'groups:failed',
    read: async ({ organisationId, ...typed }) => {
      const { candidate, errors } = await read(typed, preferences)
      return { candidate: { ...candidate, organisationId: organisationId || undefined }, errors }
    },
    send: useCreateGroup(),
    created: 'groups:created',
    page: ({ id, name }) => {
      if (neededFor === 'test') return paths.createTestIn(id)
      return neededFor === 'invite' ? paths.newInvite() : paths.group(id, { ...search, crumb: name })
    },
  })
  const { form } = adding
  return (
    <NewForm {...adding} label={t('groups:create')} submit={t('groups:form.submit')}>
      {only === undefined && (
        <SearchSelect
          {...form.field('organisationId')}
          label={t('fields:organisationId')}
          placeholder={t('groups:form.organisation')}
          nothingFound={t('lists:filter.nothingFound')}
          choices={choices}
          isPending={isPending}
          onChange={(id) => form.set('organisationId', id ?? '')}
          onSearch={onSearch}
        />
      )}
      <Fields form={form} field={(_, control) => control} hasUsFields={false} />
    </NewForm>
  )
}

export function EditGroup() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/groups/$id/edit' })
  const search = useSearch({ from: '/logged-in/groups' })
  // An edit must start from the latest version, so the group is loaded again.
  const group = useQuery({ ...groupQuery(id), staleTime: 0 })
  const rule = usePhoneRule()
  return (
    <EditPanel
      title={t('groups:edit')}
      intro={t('groups:form.keepsOrganisation')}
      below={paths.group(id, search)}
      query={group}
      rows={6}
      list={paths.groups(search)}
    >
      {(stored) => (rule === undefined ? null : <EditFields group={stored} rule={rule} />)}
    </EditPanel>
  )
}

function EditFields({ group, rule }: { group: Group; rule: PhoneRule }) {
  const t = useT()
  const locale = useLocale()
  const preferences = usePreferences()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/groups' })
  const { id } = group
  const edit = useEdit({
    item: group,
    schema: groupChange,
    valuesOf: (item: Group) => valuesOf(item, rule, preferences),
    fields: {
      ...describedPlace(t, locale),
      labName: { label: t('fields:labName') },
      ...describedAddress('labAddress', t('fields:labAddress')),
      clia: { label: t('fields:clia') },
      ...describedProvider(t('fields:orderingProvider')),
      twoReaders: {
        label: t('fields:twoReaders'),
        inWords: ({ twoReaders }) => t(twoReaders ? 'groups:yes' : 'groups:no'),
      },
    },
    failed: 'groups:failed',
    read: (typed) => read(typed, preferences),
    ...useChangeGroup(id),
    updated: 'groups:updated',
    onDone: () => goOn(inPlace(paths.group(id, search))),
  })
  return (
    <EditForm edit={edit} label={t('groups:edit')} submit={t('places:save')}>
      <Fields
        form={edit.form}
        hasUsFields={group.clia !== null || group.orderingProvider !== null}
        field={(name, control) => (
          <EditField edit={edit} name={name}>
            {control}
          </EditField>
        )}
      />
    </EditForm>
  )
}

type Typed = TypedPlace &
  TypedAddress<'labAddress'> &
  TypedProvider & { labName: string; clia: string; twoReaders: boolean }

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof groupChange, Typed>>, 'field' | 'set' | 'values'>
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: keyof Typed, control: Elements) => Elements
  /** True if something that is asked for in the US is already stored. */
  hasUsFields: boolean
}

function Fields({ form, field, hasUsFields }: FieldsProps) {
  const t = useT()
  return (
    <>
      <PlaceFields form={form} field={field} />
      {field(
        'labName',
        <TextField {...form.field('labName')} label={t('fields:labName')} isOptional autoComplete="off" />,
      )}
      {field(
        'labAddress.streetAddress',
        <AddressFields name="labAddress" legend={t('fields:labAddress')} form={form} />,
      )}
      <UsFields isNeeded={hasUsFields || usFields.some((name) => form.field(name).error !== undefined)}>
        {field(
          'clia',
          <TextField
            {...form.field('clia')}
            label={t('fields:clia')}
            isOptional
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />,
        )}
        {field('orderingProvider.lastName', <ProviderFields field={form.field} />)}
      </UsFields>
      {field(
        'twoReaders',
        <CheckboxField
          name="twoReaders"
          label={t('fields:twoReaders')}
          isChecked={form.values.twoReaders}
          onChange={(isChecked) => form.set('twoReaders', isChecked)}
        />,
      )}
    </>
  )
}

const usFields = ['clia', ...providerFields] as const

function valuesOf(item: Group | undefined, rule: PhoneRule, preferences: Preferences): Typed {
  return {
    ...typedPlace(item, rule, preferences),
    labName: item?.labName ?? '',
    ...typedAddress('labAddress', item?.labAddress ?? null, preferences.countries),
    ...typedProvider(item?.orderingProvider ?? null),
    clia: item?.clia ?? '',
    twoReaders: item?.twoReaders ?? false,
  }
}

/** Converts the form to the request body, with the tenant's errors for a telephone and for a valid address. */
async function read(typed: Typed, preferences: Preferences) {
  const { labName, clia, twoReaders } = typed
  const { place, errors } = await readPlace(typed, preferences)
  const labAddress = readAddress('labAddress', typed)
  const orderingProvider = readProvider(typed)
  return {
    candidate: { ...place, labName, labAddress, clia, orderingProvider, twoReaders },
    errors: { ...errors, ...addressErrors('labAddress', labAddress, preferences) },
  }
}
