import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { userChange, type Obstacle, type UserDetail } from '../../contract/users/managed-user.ts'
import { EditField, EditForm } from '../editing/edit-form.tsx'
import { EditPanel } from '../editing/edit-panel.tsx'
import { useEdit } from '../editing/use-edit.ts'
import { useGoOn } from '../editing/use-go-on.ts'
import { inPlace, paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { languageName } from '../ui/language-options.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { TextField } from '../ui/text-field.tsx'
import { userDetailQuery } from './queries.ts'
import { useChangeUser } from './user-changes.ts'
import { LanguageField, PlacedFields, readPlaced, type Placed } from './user-fields.tsx'

/** Edits a user in a panel over their page. */
export function EditUserForm() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/users/$id/edit' })
  const search = useSearch({ from: '/logged-in/users' })
  // An edit must start from the latest version, so the user is loaded again.
  const user = useQuery({ ...userDetailQuery(id), staleTime: 0 })
  const { fullName: name, obstacles } = user.data?.data ?? {}
  return (
    <EditPanel
      title={name === undefined ? t('shell:page.editUser') : t('users:edit.title', { name })}
      intro={obstacles?.move === null ? t('users:edit.intro') : undefined}
      below={paths.user(id, search)}
      query={user}
      rows={6}
      list={paths.users(search)}
    >
      {(stored) =>
        stored.obstacles.edit === null ? (
          <Fields user={stored} />
        ) : (
          <Alert tone="notice">{t('users:edit.forbidden')}</Alert>
        )
      }
    </EditPanel>
  )
}

function Fields({ user }: { user: UserDetail }) {
  const t = useT()
  const goOn = useGoOn()
  const search = useSearch({ from: '/logged-in/users' })
  const { id, userType, obstacles } = user
  const edit = useEdit({
    item: user,
    schema: userChange,
    valuesOf,
    fields: {
      fullName: { label: t('fields:fullName') },
      // A place depends on the type, so two people's choices of type and place must not be mixed.
      userType: { label: t('users:edit.typeAndPlace'), inWords: (values) => placeInWords(t, values) },
      organisationId: { partOf: 'userType' },
      organisationName: { partOf: 'userType' },
      groupIds: { partOf: 'userType' },
      lang: {
        label: t('fields:language'),
        inWords: ({ lang }) => languageName(lang),
      },
    },
    failed: 'passwords:failed',
    read: ({ fullName, ...placed }) => {
      const { placement, errors } = readPlaced(placed)
      return { candidate: { fullName, ...placement }, errors }
    },
    ...useChangeUser(id),
    updated: 'users:updated',
    onDone: () => goOn(inPlace(paths.user(id, search))),
  })
  const { form } = edit
  const reason = (obstacle: Obstacle | null) => (obstacle === null ? undefined : reasonOf(t, obstacle))

  return (
    <EditForm edit={edit} label={t('users:edit.title', { name: user.fullName })} submit={t('shell:save')}>
      <EditField edit={edit} name="fullName">
        <TextField {...form.field('fullName')} label={t('fields:fullName')} autoComplete="off" />
      </EditField>
      <EditField edit={edit} name="userType">
        <PlacedFields
          values={form.values}
          errors={form.errors}
          set={form.set}
          present={{ value: userType.name, label: userType.displayName }}
          fixed={{ type: reason(obstacles.changeType), place: reason(obstacles.move) }}
        />
      </EditField>
      <EditField edit={edit} name="lang">
        <LanguageField values={form.values} set={form.set} />
      </EditField>
    </EditForm>
  )
}

function valuesOf({ fullName, userType, organisation, groups, lang }: UserDetail): Placed & { fullName: string } {
  return {
    fullName,
    userType: userType.name,
    organisationId: organisation?.id ?? '',
    organisationName: organisation?.name ?? '',
    groupIds: groups.map(({ id, name }) => ({ id, name })),
    lang,
  }
}

function placeInWords(t: Translate, { userType, organisationName, groupIds }: Placed): string {
  const type = t(`userTypes:${userType as UserType}`)
  if (userType === 'tenant') return type
  return [type, organisationName, ...groupIds.map(({ name }) => name)].filter(Boolean).join(', ')
}

function reasonOf(t: Translate, obstacle: Obstacle): string | undefined {
  switch (obstacle) {
    case 'self':
    case 'patient':
    case 'other-groups':
      return t(`users:obstacle.${obstacle}`)
    default:
      return undefined
  }
}
