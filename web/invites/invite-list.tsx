import type { InviteSort } from '../../contract/invites/invite-filter.ts'
import type { Invite } from '../../contract/invites/invite.ts'
import { CardList, cardClasses } from '../lists/card-list.tsx'
import { SecondLine, Time } from '../lists/cells.tsx'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { Deliveries } from './deliveries.tsx'
import { InviteActions } from './invite-actions.tsx'
import { InviteStateCell } from './invite-state.tsx'
import styles from './invite-list.module.css'

interface Props {
  invites: readonly Invite[]
  sort: InviteSort
  onSort: (sort: InviteSort) => void
  /** Whether the user may do something about them. */
  mayAct: boolean
  isStale: boolean
}

/** The page of invites as a table. */
export function InviteTable({ invites, sort, onSort, mayAct, isStale }: Props) {
  const t = useT()
  return (
    <DataTable
      caption={t('invites:list.caption')}
      columns={columnsOf(t).filter(({ key }) => mayAct || key !== 'actions')}
      rows={invites}
      rowKey={({ id }) => id}
      sort={sort}
      onSort={onSort}
      isStale={isStale}
    />
  )
}

/** The same invites where there is less room: a card each, in the same order. */
export function InviteCards({ invites, isStale }: Pick<Props, 'invites' | 'isStale'>) {
  const t = useT()
  return (
    <CardList
      label={t('invites:list.caption')}
      rows={invites}
      rowKey={({ id }) => id}
      isStale={isStale}
      card={(invite) => (
        <>
          <div className={cardClasses.line}>
            <div>
              <InviteStateCell invite={invite} />
            </div>
            <span className={cardClasses.detail}>{invite.group.name}</span>
          </div>
          <p className={cardClasses.main}>
            {invite.email}
            {invite.mobile !== null && <SecondLine>{invite.mobile}</SecondLine>}
          </p>
          <p className={cardClasses.detail}>
            {t('invites:column.sent')} <Time at={invite.sentAt} /> <InvitedBy invite={invite} />
          </p>
          <div className={styles.deliveries}>
            <Deliveries invite={invite} />
          </div>
          <InviteActions invite={invite} place="card" />
        </>
      )}
    />
  )
}

function columnsOf(t: Translate): Column<Invite, InviteSort>[] {
  return [
    { key: 'state', title: t('invites:column.state'), cell: (invite) => <InviteStateCell invite={invite} /> },
    {
      key: 'patient',
      title: t('invites:column.patient'),
      sort: sortBy('email', '-email'),
      cell: ({ email, mobile }) => (
        <div className={styles.patient} title={email}>
          {email}
          {mobile !== null && <SecondLine>{mobile}</SecondLine>}
        </div>
      ),
    },
    {
      key: 'group',
      title: t('invites:column.group'),
      cell: ({ group, organisation }) => (
        <div className={styles.group}>
          {group.name}
          <SecondLine>{organisation.name}</SecondLine>
        </div>
      ),
    },
    {
      key: 'sent',
      title: t('invites:column.sent'),
      sort: sortBy('-sent_at', 'sent_at'),
      cell: (invite) => (
        <>
          <Time at={invite.sentAt} />
          <SecondLine>
            <InvitedBy invite={invite} />
          </SecondLine>
        </>
      ),
    },
    {
      key: 'delivery',
      title: t('invites:column.delivery'),
      cell: (invite) => <Deliveries invite={invite} />,
    },
    {
      key: 'actions',
      title: t('invites:column.actions'),
      cell: (invite) => <InviteActions invite={invite} place="row" />,
    },
  ]
}

function sortBy(first: InviteSort, second: InviteSort) {
  return { first, second, isAscending: (sort: InviteSort) => !sort.startsWith('-') }
}

function InvitedBy({ invite: { invitedBy } }: { invite: Pick<Invite, 'invitedBy'> }) {
  const t = useT()
  return t('invites:invitedBy', { name: invitedBy ?? t('testRecords:unknownPerson') })
}
