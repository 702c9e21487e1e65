import { IconBan, IconCircleCheck, IconClock, IconClockX, IconMail, IconMessage, IconSend } from '@tabler/icons-react'
import type { InviteSort, InviteState } from '../../contract/invites/invite-list.ts'
import type { Invite } from '../../contract/invites/endpoints.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { SecondLine, Time } from '../lists/cells.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { LongWord } from '../ui/long-word.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './invite-cells.module.css'
import { useResendInvite, useRevokeInvite } from './queries.ts'

/** The columns of the list of invites; actions are shown only to people who may invite. */
export function columnsOf(t: Translate, mayInvite: boolean): ListColumn<Invite, InviteSort>[] {
  const inviter = ({ invitedBy }: Invite) => t('lists:by', { name: invitedBy ?? t('lists:unknownPerson') })
  const columns: ListColumn<Invite, InviteSort>[] = [
    {
      key: 'state',
      title: t('fields:state'),
      cell: (invite) => <StateCell invite={invite} />,
      card: { at: 'start' },
    },
    {
      key: 'patient',
      title: t('invites:column.patient'),
      sort: 'email',
      isKept: true,
      cell: ({ email, mobile }) => (
        <>
          <LongWord>{email}</LongWord>
          {mobile !== null && <SecondLine>{mobile}</SecondLine>}
        </>
      ),
      card: { at: 'main' },
    },
    {
      key: 'group',
      title: t('fields:groupId'),
      cell: ({ group, organisation }) => (
        <>
          <span>{group.name}</span>
          <SecondLine>{organisation.name}</SecondLine>
        </>
      ),
      card: { at: 'end', cell: ({ group, organisation }) => `${group.name}, ${organisation.name}` },
    },
    {
      key: 'sent',
      title: t('invites:column.sent'),
      sort: '-sent_at',
      cell: (invite) => (
        <>
          <Time at={invite.sentAt} />
          <SecondLine>{inviter(invite)}</SecondLine>
        </>
      ),
      card: {
        at: 'detail',
        cell: (invite) => (
          <>
            <span>{`${t('invites:column.sent')} `}</span>
            <Time at={invite.sentAt} />
            <span>{` ${inviter(invite)}`}</span>
          </>
        ),
      },
    },
    {
      key: 'delivery',
      title: t('invites:column.delivery'),
      cell: (invite) => <Deliveries invite={invite} />,
      card: { at: 'foot' },
    },
  ]
  if (!mayInvite) return columns
  const actions: ListColumn<Invite, InviteSort> = {
    key: 'actions',
    isKept: true,
    isForScreens: true,
    title: t('invites:column.actions'),
    cell: (invite) => invite.state !== 'redeemed' && <InviteActions invite={invite} />,
    card: { at: 'foot' },
  }
  return [...columns, actions]
}

const looks = {
  pending: { icon: IconClock, tone: 'waiting' },
  redeemed: { icon: IconCircleCheck, tone: 'good' },
  expired: { icon: IconClockX, tone: 'trouble' },
  revoked: { icon: IconBan, tone: 'over' },
} as const

function InviteStateIcon({ state }: { state: InviteState }) {
  const Icon = looks[state].icon
  return <Icon size={16} stroke={2} aria-hidden />
}

/** The outcome of an invite with its time; for an open one, the time of its expiry. */
function StateCell({ invite }: { invite: Invite }) {
  const t = useT()
  const dates = useDates()
  const { state, expiresAt } = invite
  const at = { pending: expiresAt, redeemed: invite.redeemedAt, expired: expiresAt, revoked: invite.revokedAt }[state]
  return (
    <>
      <StatusBadge tone={looks[state].tone} icon={<InviteStateIcon state={state} />}>
        {t(`invites:state.${state}`)}
      </StatusBadge>
      {at !== null && (
        <SecondLine>
          <time dateTime={at} title={dates.instant(at)}>
            {t(state === 'pending' ? 'invites:until' : 'invites:since', { date: dates.dayOf(at) })}
          </time>
        </SecondLine>
      )}
    </>
  )
}

const channelIcons = { email: IconMail, text: IconMessage }

/** The latest messages, each with the end of its code, so that staff can tell a caller which one to look for. */
function Deliveries({ invite }: { invite: Invite }) {
  const t = useT()
  return (
    <ul className={styles.deliveries}>
      {invite.deliveries.map(({ channel, state, lastFour }) => {
        const Icon = channelIcons[channel]
        return (
          <li key={channel} className={styles.delivery}>
            <Icon size={16} stroke={1.75} aria-hidden />
            <span>{t(`invites:delivery.${channel}.${state}`)}</span>
            {lastFour !== null && state !== 'failed' && (
              <span className={styles.code}>
                <span aria-hidden>{`····${lastFour}`}</span>
                <span className="visually-hidden">{t('invites:codeEnd', { end: lastFour })}</span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function InviteActions({ invite: { id, email, state } }: { invite: Invite }) {
  const t = useT()
  const resend = useResendInvite()
  const revoke = useRevokeInvite()
  return (
    <Actions>
      <Action
        icon={IconSend}
        word={t('invites:resend')}
        label={t('invites:resendTo', { email })}
        isPending={resend.isPending}
        onAct={() => resend.mutate(id)}
      />
      {state === 'pending' && (
        <Action
          icon={IconBan}
          word={t('invites:revoke')}
          label={t('invites:revokeOf', { email })}
          isPending={revoke.isPending}
          onAct={() => revoke.mutate(id)}
          confirm={{
            kind: 'loss',
            title: t('invites:revoking.title'),
            text: t('invites:revoking.text', { email }),
            stay: t('invites:revoking.keep'),
            leave: t('invites:revoking.confirm'),
          }}
        />
      )}
    </Actions>
  )
}
