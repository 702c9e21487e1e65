import { IconUserPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { inviteStates } from '../../contract/invites/invite-list.ts'
import { can } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { choiceFilter } from '../lists/list-filter.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { columnsOf } from './invite-cells.tsx'
import { inviteAddress, invitesQuery } from './queries.ts'

export function InvitesPage() {
  const t = useT()
  const mayInvite = can(useHolder(), 'invite-patients')
  const search = useSearch({ from: '/logged-in/invites' })

  return (
    <ListPage
      words="invites"
      search={search}
      address={inviteAddress}
      query={invitesQuery}
      columns={columnsOf(t, mayInvite)}
      sortWords={(sort) => t(`invites:sort.${sort}`)}
      cardsBelow={1320}
      filters={(change) => ({
        others: [
          choiceFilter({
            label: t('fields:state'),
            any: t('lists:filter.any'),
            value: search.state,
            options: [{ options: inviteStates.map((state) => ({ value: state, label: t(`invites:state.${state}`) })) }],
            onChange: (state) => change({ state }),
          }),
        ],
      })}
      create={
        mayInvite && <FormLink target={paths.newInvite(search)} icon={IconUserPlus} word={t('shell:page.newInvite')} />
      }
      picture={<IconUserPlus size={40} stroke={1.5} aria-hidden />}
    />
  )
}
