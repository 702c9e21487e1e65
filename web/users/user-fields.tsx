import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../contract/endpoint.ts'
import type { listUserTypes } from '../../contract/users/reading.ts'
import { Answer } from '../loading/waiting.tsx'
import { useChoices } from '../api/use-choices.ts'
import { languageOf, locales } from '../../contract/locales.ts'
import { needsGroup } from '../../contract/users/managed-user.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { GroupsField } from '../editing/groups-field.tsx'
import { organisationChoices } from '../organisations/queries.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Alert } from '../ui/alert.tsx'
import { languageOptions } from '../ui/language-options.ts'
import { t as say, useLocale, useT } from '../ui/phrases.ts'
import { SearchSelect } from '../ui/search-select.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { FieldErrors } from '../ui/use-form.ts'
import { userTypesQuery } from './queries.ts'

/** The form fields of a user besides name and email. An empty text stands for no choice. */
export type Placed = {
  userType: string
  organisationId: string
  organisationName: string
  /** Holds names as well, but is called like the request's field, so that its messages are found. */
  groupIds: readonly { id: string; name: string }[]
  lang: string
}

/** The initial values for a new user: the organisation of the page, if any, and the tenant's language. */
export function usePlacedAt(organisationId: string | undefined): Placed {
  const { defaultLanguage } = usePreferences()
  return {
    userType: '',
    organisationId: organisationId ?? '',
    organisationName: '',
    groupIds: [],
    lang: languageOf(defaultLanguage),
  }
}

/**
 * Converts a placement to the request's fields, with an error that no schema can see: a type that only sees groups
 * needs one.
 */
export function readPlaced({ userType, organisationId, groupIds, lang }: Placed) {
  const isOfTenant = userType === 'tenant'
  const errors: FieldErrors = {}
  if (!isOfTenant && userType !== 'patient' && organisationId === '') {
    errors.organisationId = say('rules:required', { field: say('fields:organisationId') })
  } else if (needsGroup(userType as UserType) && groupIds.length === 0) {
    errors.groupIds = say('rules:required', { field: say('fields:groupIds') })
  }
  const placement = {
    userType: userType || undefined,
    organisationId: isOfTenant || organisationId === '' ? null : organisationId,
    groupIds: isOfTenant ? [] : groupIds.map(({ id }) => id),
    lang,
  }
  return { placement, errors }
}

interface Props {
  values: Placed
  errors: FieldErrors
  set<K extends keyof Placed>(this: void, name: K, value: Placed[K]): void
  /** The organisation of the page, which hides types that belong to no organisation. */
  ofOrganisation?: string | undefined
  /** The user's present type with its name; the current user may be unable to grant it. */
  present?: { value: string; label: string }
  /** Why the type, or also the place, cannot be changed. */
  fixed?: { type: string | undefined; place: string | undefined }
}

/** User type, organisation and groups, each if there is a choice. */
export function PlacedFields(props: Props) {
  const types = useQuery(userTypesQuery(useLocale(), props.ofOrganisation))
  const organisations = useChoices((search) => organisationChoices({ search, onlyActive: true }))
  const waiting = <Skeleton height={160} />
  return (
    <Answer query={types} waiting={waiting}>
      {({ data }) => (
        <Answer query={organisations.asked} waiting={waiting}>
          {() => <Choosing {...props} types={data} organisations={organisations} />}
        </Answer>
      )}
    </Answer>
  )
}

interface ChoosingProps extends Props {
  types: Reply<typeof listUserTypes>['data']
  organisations: {
    choices: readonly { id: string; name: string }[]
    hasMore: boolean
    isPending: boolean
    onSearch: (text: string) => void
  }
}

function Choosing({ values, errors, set, present, fixed, types, organisations }: ChoosingProps) {
  const t = useT()
  const { userType, organisationId, groupIds } = values
  const [only] = organisations.choices.length === 1 && !organisations.hasMore ? organisations.choices : []
  const isPlaced = userType !== '' && userType !== 'tenant' && fixed?.place === undefined
  const place = organisationId || (only?.id ?? '')
  const offered = types.map(({ value, displayValue }) => ({ value: value as string, label: displayValue }))
  const known = present === undefined || offered.some(({ value }) => value === present.value) ? [] : [present]
  if (offered.length + known.length === 0) return <Alert tone="notice">{t('users:form.noTypes')}</Alert>
  return (
    <>
      <SelectField
        name="userType"
        label={t('fields:userType')}
        value={userType}
        error={errors.userType}
        help={fixed?.type}
        disabled={fixed?.type !== undefined}
        options={[...(userType === '' ? [{ value: '', label: t('users:form.chooseType') }] : []), ...known, ...offered]}
        onChange={(type) => {
          set('userType', type)
          if (organisationId !== '' || only === undefined) return
          set('organisationId', only.id)
          set('organisationName', only.name)
        }}
      />
      {isPlaced && only === undefined && (
        <SearchSelect
          name="organisationId"
          label={t('fields:organisationId')}
          placeholder={t('users:form.chooseOrganisation')}
          nothingFound={t('lists:filter.nothingFound')}
          choices={organisations.choices}
          isPending={organisations.isPending}
          value={organisationId || null}
          error={errors.organisationId}
          onChange={(id) => {
            set('organisationId', id ?? '')
            set('organisationName', organisations.choices.find((one) => one.id === id)?.name ?? '')
            if (id !== organisationId) set('groupIds', [])
          }}
          onSearch={organisations.onSearch}
        />
      )}
      {isPlaced && place !== '' && (needsGroup(userType as UserType) || groupIds.length > 0) && (
        <GroupsField
          key={place}
          organisationId={place}
          value={groupIds}
          error={errors.groupIds}
          words={{
            help: t('users:form.groupsHelp'),
            add: t('users:form.addGroup'),
            remove: (name) => t('users:form.removeGroup', { name }),
          }}
          onChange={(chosen) => set('groupIds', chosen)}
        />
      )}
    </>
  )
}

/** The language of a user's messages and pages, if the tenant has several or the user has another one. */
export function LanguageField({ values: { lang }, set }: Pick<Props, 'set'> & { values: Pick<Placed, 'lang'> }) {
  const t = useT()
  const { availableLanguages } = usePreferences()
  const offered = languageOptions(availableLanguages)
  const present = languageOptions(locales).filter(({ value }) => value === lang)
  const options = [...offered, ...present.filter(({ value }) => offered.every((one) => one.value !== value))]
  if (options.length < 2) return null
  return (
    <SelectField
      name="lang"
      label={t('fields:language')}
      value={lang}
      options={options}
      onChange={(chosen) => set('lang', chosen)}
    />
  )
}
