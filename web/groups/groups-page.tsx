import { IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { standingOf, type GroupListItem } from '../../contract/groups/group-list.ts'
import { mayCreateGroups } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { placeColumns, standingFilter } from '../lists/place-columns.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { groupAddress, groupsQuery } from './queries.ts'

export function GroupsPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/groups' })
  return (
    <ListPage
      words="groups"
      search={search}
      address={groupAddress}
      query={groupsQuery}
      columns={placeColumns<GroupListItem>(t, {
        target: ({ id, name }) => paths.group(id, { ...search, crumb: name }),
        tests: ({ id }) => ({ group: id }),
        statusOf: standingOf,
        organisation: { title: t('fields:organisationId'), cell: ({ organisationName }) => organisationName },
      })}
      sortWords={(sort) => t(`places:sort.${sort}`)}
      cardsBelow={1200}
      filters={(change) => standingFilter(t, search.status, (status) => change({ status }))}
      create={
        mayCreateGroups(useHolder()) && (
          <FormLink target={paths.newGroup(search)} icon={IconPlus} word={t('groups:create')} />
        )
      }
      picture={<IconUsersGroup size={40} stroke={1.5} aria-hidden />}
    />
  )
}
