import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getGroup, groupChange, newGroup, type Group } from '../../contract/groups/endpoints.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { call } from '../api/client.ts'
import { useChoices } from '../api/use-choices.ts'
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
import { Answer } from '../loading/answer.tsx'
import { organisationChoices } from '../organisations/queries.ts'
import { inPlace, paths } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { phoneInWords } from '../ui/country-options.ts'
import type { Elements } from '../ui/elements.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { SearchSelect } from '../ui/search-select.tsx'
import { showMessage } from '../ui/snackbar-store.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { groupQuery, useCreateGroup, useUpdateGroup } from './group-queries.ts'

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
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/groups' })
  const preferences = usePreferences()
  const create = useCreateGroup()
  const [only] = choices.length === 1 && !hasMore ? choices : []
  const form = useForm({
    schema: newGroup,
    initial: { ...valuesOf(undefined, null, preferences), organisationId: only?.id ?? search.organisation ?? '' },
  })
  const submission = useSubmit(form, {
    failed: 'groups:failed',
    read: async () => {
      const { organisationId, ...typed } = form.values
      const { candidate, errors } = await read(typed, preferences)
      return { candidate: { ...candidate, organisationId: organisationId || undefined }, errors }
    },
    send: create,
    onDone: async ({ id, name }) => {
      form.markSaved()
      showMessage(say('groups:created'))
      await goOn(paths.group(id, { ...search, crumb: name }))
    },
  })
  return (
    <NewForm form={form} submission={submission} label={t('groups:create')} submit={t('groups:form.submit')}>
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
      <Fields form={form} field={(_, control) => control} hasClia={false} />
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

interface EditProps {
  group: Group
  rule: NonNullable<ReturnType<typeof usePhoneRule>> | null
}

function EditFields({ group, rule }: EditProps) {
  const t = useT()
  const locale = useLocale()
  const preferences = usePreferences()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/groups' })
  const { id } = group
  const send = useUpdateGroup(id)
  const edit = useEdit({
    item: group,
    schema: groupChange,
    valuesOf: (item: Group) => valuesOf(item, rule, preferences),
    fields: {
      name: { label: t('fields:name') },
      description: { label: t('fields:description') },
      location: { label: t('places:location') },
      'phone.number': { label: t('fields:phone'), inWords: (typed) => phoneInWords(phoneIn(typed), locale) },
      'phone.country': { partOf: 'phone.number' },
      labName: { label: t('fields:labName') },
      clia: { label: t('fields:clia') },
      twoReaders: {
        label: t('fields:twoReaders'),
        inWords: ({ twoReaders }) => t(twoReaders ? 'groups:yes' : 'groups:no'),
      },
    },
    failed: 'groups:failed',
    read: (typed) => read(typed, preferences),
    newest: async () => (await call(getGroup, { params: { id }, errors: 'caller' })).data,
    send,
    updated: 'groups:updated',
    onDone: () => goOn(inPlace(paths.group(id, search))),
  })
  return (
    <EditForm edit={edit} label={t('groups:edit')} submit={t('places:save')}>
      <Fields
        form={edit.form}
        hasClia={group.clia !== null}
        field={(name, control) => (
          <EditField edit={edit} name={name}>
            {control}
          </EditField>
        )}
      />
    </EditForm>
  )
}

type Typed = Record<'name' | 'description' | 'location' | 'labName' | 'clia', string> &
  PlacePhone & { twoReaders: boolean }

interface FieldsProps {
  form: Pick<ReturnType<typeof useForm<typeof groupChange, Typed>>, 'field' | 'set' | 'values'>
  /** Draws the label, error and conflict of a field around its control. */
  field: (name: keyof Typed, control: Elements) => Elements
  /** True if a CLIA number is already stored. */
  hasClia: boolean
}

function Fields({ form, field, hasClia }: FieldsProps) {
  const t = useT()
  return (
    <>
      <PlaceFields form={form} field={field} />
      {field(
        'labName',
        <TextField {...form.field('labName')} label={t('fields:labName')} isOptional autoComplete="off" />,
      )}
      <UsFields isNeeded={form.field('clia').error !== undefined || hasClia}>
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

function valuesOf(item: Group | undefined, rule: EditProps['rule'], preferences: Preferences): Typed {
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    location: item?.location ?? '',
    ...placePhone(item?.phone ?? null, rule, preferences),
    labName: item?.labName ?? '',
    clia: item?.clia ?? '',
    twoReaders: item?.twoReaders ?? false,
  }
}

/** Converts the form to the request body, with the tenant's errors for a telephone. */
async function read(typed: Typed, preferences: Preferences) {
  const { name, description, location, labName, clia, twoReaders } = typed
  const { phone, errors } = await readPlacePhone(typed, preferences)
  return { candidate: { name, description, location, phone, labName, clia, twoReaders }, errors }
}
