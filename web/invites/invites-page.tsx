import { IconUserPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { inviteStates } from '../../contract/invites/invite-filter.ts'
import { can } from '../../contract/permissions/can.ts'
import { ListPage } from '../lists/list-page.tsx'
import { useHolder } from '../session/queries.ts'
import { lazyPage } from '../shell/page-part.ts'
import { Button } from '../ui/button.tsx'
import { FilterChips } from '../ui/filter-chips.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { columnsOf, InviteStateIcon } from './invite-cells.tsx'
import { inviteAddress, invitesQuery } from './queries.ts'

/** Loaded when it is opened, with its words, of which some are those of accounts. */
const InviteForm = lazyPage(async () => {
  await alsoSay('accounts')
  return (await import('./invite-form.tsx')).InviteForm
})

/** The patients who were invited, and the form that invites another. */
export function InvitesPage() {
  const t = useT()
  const mayInvite = can(useHolder(), 'invite-patients')
  const opener = useRef<HTMLButtonElement>(null)
  const [isInviting, setInviting] = useState(false)
  const search = useSearch({ from: '/logged-in/invites' })

  function close() {
    flushSync(() => setInviting(false))
    opener.current?.focus()
  }

  return (
    <>
      <ListPage
        words="invites"
        search={search}
        address={inviteAddress}
        query={invitesQuery}
        columns={columnsOf(t, mayInvite)}
        sortWords={(sort) => t(`invites:sort.${sort}`)}
        cardsBelow={1320}
        filters={(change) => ({
          last: (
            <FilterChips
              label={t('invites:column.state')}
              chips={inviteStates.map((state) => ({
                value: state,
                label: t(`invites:state.${state}`),
                icon: <InviteStateIcon state={state} />,
              }))}
              value={search.state}
              onChange={(state) => change({ state: state === search.state ? undefined : state })}
            />
          ),
        })}
        create={
          mayInvite && (
            <Button ref={opener} onClick={() => setInviting(true)}>
              <IconUserPlus size={18} aria-hidden />
              {t('invites:invite')}
            </Button>
          )
        }
        picture={<IconUserPlus size={40} stroke={1.5} aria-hidden />}
      />
      {isInviting && (
        <Suspense fallback={null}>
          <InviteForm onClose={close} />
        </Suspense>
      )}
    </>
  )
}
