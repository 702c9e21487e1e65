import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { mayAddUsers } from '../../contract/permissions/can.ts'
import type { UserType } from '../../contract/permissions/permissions.ts'
import { userStates } from '../../contract/users/user-list.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { choiceFilter } from '../lists/list-filter.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Button } from '../ui/button.tsx'
import { useT } from '../ui/phrases.ts'
import { userAddress, usersQuery } from './queries.ts'
import { columnsOf } from './user-cells.tsx'

/** The user types in the list of each type, including patients if permitted. */
const typesSeenBy: Partial<Record<UserType, readonly UserType[]>> = {
  tenant: ['tenant', 'organisation', 'group', 'provider', 'clinical', 'patient'],
  organisation: ['organisation', 'group', 'provider', 'clinical', 'patient'],
  group: ['group', 'clinical'],
}

/** The accounts: staff, and patients on request. The outlet holds the open user, or the form for a new one. */
export function UsersPage() {
  const t = useT()
  const holder = useHolder()
  const mayAdd = mayAddUsers(holder)
  const search = useSearch({ from: '/logged-in/users' })
  const types = typesSeenBy[holder.userType] ?? []
  const asked = [...types, ...(types.includes('patient') ? (['all'] as const) : [])]

  return (
    <ListPage
      words="users"
      search={search}
      address={userAddress}
      query={usersQuery}
      columns={columnsOf(t, search)}
      sortWords={(sort) => t(`users:sort.${sort}`)}
      filters={(change) => ({
        others: [
          choiceFilter({
            label: t('fields:userType'),
            any: t('users:filter.type.staff'),
            value: asked.find((type) => type === search.user_type),
            options: [
              {
                options: asked.map((value) => ({
                  value,
                  label: value === 'all' ? t('users:filter.type.all') : t(`userTypes:${value}`),
                })),
              },
            ],
            onChange: (user_type) => change({ user_type }),
          }),
          choiceFilter({
            label: t('fields:state'),
            any: t('lists:filter.any'),
            value: search.state,
            options: [{ options: userStates.map((state) => ({ value: state, label: t(`users:state.${state}`) })) }],
            onChange: (state) => change({ state }),
          }),
        ],
      })}
      create={mayAdd && <FormLink target={paths.newUser(search)} icon={IconUserPlus} word={t('shell:page.newUser')} />}
      picture={<IconUsers size={40} stroke={1.5} aria-hidden />}
      noMatch={(change) =>
        // People who look for a patient by name must be able to find them.
        search.user_type === undefined &&
        types.includes('patient') && (
          <Button variant="default" onClick={() => change({ user_type: 'all' })}>
            {t('users:filter.type.all')}
          </Button>
        )
      }
    />
  )
}
