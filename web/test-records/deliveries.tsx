import {
  IconBan,
  IconCircleCheck,
  IconClock,
  IconClockX,
  IconLock,
  IconMail,
  IconMailX,
  IconMessage,
  IconSend,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  listDeliveries,
  sendResult,
  type DeliveriesOfRecord,
  type Delivery,
  type DeliveryChannel,
} from '../../contract/deliveries/endpoints.ts'
import { maySendResults } from '../../contract/permissions/can.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { call } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Action, Actions } from '../editing/actions.tsx'
import { useAction } from '../editing/use-action.ts'
import { Time } from '../lists/cells.tsx'
import { PartRow } from '../lists/part-list.tsx'
import { useHolder } from '../session/queries.ts'
import { useDates } from '../preferences/use-dates.ts'
import type { Elements } from '../ui/elements.ts'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './deliveries.module.css'

const channels = ['email', 'text'] as const satisfies readonly DeliveryChannel[]
const channelIcons = { email: IconMail, text: IconMessage }

interface Props {
  record: TestRecord
  level: 2 | 3
  /** Receives the heading, for a caller that asked for it before it was rendered. */
  onDrawn?: ((heading: HTMLElement | null) => void) | undefined
}

/** The deliveries of a result to the person who was tested, and the ways to send it. */
export function Deliveries({ record, level, onDrawn }: Props) {
  const Heading = `h${level}` as const
  const t = useT()
  const headingId = useId()
  const query = useQuery({
    ...queryOf(listDeliveries, { params: { id: record.id } }),
    refetchInterval: ({ state }) => (isBeingSent(state.data?.data) ? 3000 : false),
  })
  const maySend = maySendResults(useHolder()) && record.state !== 'voided'
  const known = query.data?.data
  const noWay = known?.obstacles.email === 'subjectWithoutBirthDate' ? known.obstacles.email : undefined
  const maySendNow = maySend && noWay === undefined
  /** The ids of the deliveries before the last press of a button to send; any other is new. */
  const [before, setBefore] = useState<ReadonlySet<string>>()
  const onSend = () => setBefore(new Set(known?.deliveries.map(({ id }) => id)))
  return (
    <section className={styles.deliveries} aria-labelledby={headingId}>
      <Heading ref={onDrawn} id={headingId} className={styles.title} tabIndex={-1} data-deliveries>
        {t('delivering:title')}
      </Heading>
      {query.isError && <p className={styles.none}>{t('delivering:loadFailed')}</p>}
      {query.isPending && <RowSkeletons rows={1} label={t('shell:loading')} />}
      {known !== undefined && (
        <>
          {maySend && (
            <p className={styles.intro}>{noWay === undefined ? t('delivering:intro') : t(`rules:${noWay}`)}</p>
          )}
          {known.guardian && (
            <p className={styles.intro}>
              {t('delivering:guardian', {
                name: [known.guardian.name, known.guardian.relation].filter(Boolean).join(' · '),
              })}
            </p>
          )}
          {maySendNow && (
            <Actions>
              {channels.map((channel) => (
                <Send
                  key={channel}
                  id={record.id}
                  channel={channel}
                  obstacle={known.obstacles[channel]}
                  onSend={onSend}
                />
              ))}
            </Actions>
          )}
          {known.deliveries.length === 0 ? (
            !maySend && <p className={styles.none}>{t('delivering:none')}</p>
          ) : (
            <ul className={styles.rows}>
              {known.deliveries.map((delivery) => (
                <li
                  key={delivery.id}
                  className={styles.row}
                  ref={before !== undefined && !before.has(delivery.id) ? bringIntoView : undefined}
                >
                  <Row delivery={delivery}>
                    {maySendNow && isToSendAgain(delivery, known) && (
                      <Actions>
                        <Send
                          id={record.id}
                          channel={delivery.channel}
                          obstacle={known.obstacles[delivery.channel]}
                          word={t('delivering:sendAgain')}
                          onSend={onSend}
                        />
                      </Actions>
                    )}
                  </Row>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  )
}

function bringIntoView(row: HTMLElement | null): void {
  row?.scrollIntoView?.({ block: 'nearest' })
}

/** True while a message has been requested but has not left yet. */
function isBeingSent(known: DeliveriesOfRecord | undefined): boolean {
  return known?.deliveries.some(({ state }) => state === 'waiting') ?? false
}

/**
 * True if a link no longer works, no other delivery has replaced it, and a new one would work. The new one may go to
 * another address.
 */
function isToSendAgain({ id, channel, state, endedBecause }: Delivery, { deliveries }: DeliveriesOfRecord): boolean {
  const isLast = deliveries.find((delivery) => delivery.channel === channel)?.id === id
  return isLast && (state === 'locked' || state === 'expired' || endedBecause === 'address-changed')
}

interface SendProps {
  id: string
  channel: DeliveryChannel
  obstacle: DeliveriesOfRecord['obstacles'][DeliveryChannel]
  word?: string
  onSend: () => void
}

function Send({ id, channel, obstacle, word, onSend }: SendProps) {
  const t = useT()
  const send = useAction({
    send: () => call(sendResult, { params: { id }, body: { channel }, errors: 'caller' }),
    done: () => ['delivering:sent'],
    shownBy: [listDeliveries],
    failed: 'delivering:failed',
  })
  return (
    <Action
      icon={IconSend}
      word={word ?? t(`delivering:send.${channel}`)}
      {...(word !== undefined && { label: `${word}: ${t(`delivering:by.${channel}`)}` })}
      isPending={send.isPending}
      onAct={() => {
        onSend()
        send.mutate()
      }}
      obstacle={obstacle === null ? undefined : t(`rules:${obstacle}`)}
    />
  )
}

const looks = {
  waiting: { icon: IconClock, tone: 'waiting' },
  failed: { icon: IconMailX, tone: 'trouble' },
  sent: { icon: IconSend, tone: 'waiting' },
  opened: { icon: IconCircleCheck, tone: 'good' },
  locked: { icon: IconLock, tone: 'trouble' },
  expired: { icon: IconClockX, tone: 'over' },
  ended: { icon: IconBan, tone: 'over' },
} as const

function Row({ delivery, children }: { delivery: Delivery; children: Elements }) {
  const { channel, state, endedBecause, reason, sentBy, sentAt, openedAt, expiresAt, isToGuardian } = delivery
  const t = useT()
  const dates = useDates()
  const Channel = channelIcons[channel]
  const { icon: Icon, tone } = looks[state]
  const isOpen = state === 'sent' || state === 'opened'
  return (
    <PartRow
      main={
        <span className={styles.channel}>
          <Channel size={16} stroke={1.75} aria-hidden />
          <span>{t(`delivering:by.${channel}`)}</span>
          <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
            {t(`delivering:state.${state}`)}
          </StatusBadge>
        </span>
      }
      second={
        <>
          <span>{t(`delivering:reason.${reason}`, { name: sentBy ?? t('lists:unknownPerson') })}</span>
          {isToGuardian && <div>{t('delivering:toGuardian')}</div>}
          {openedAt !== null && <div>{t('delivering:opened', { time: dates.instant(openedAt) })}</div>}
          {state === 'locked' && <div>{t('delivering:locked')}</div>}
          {endedBecause === 'address-changed' && <div>{t(`delivering:ended.address-changed.${channel}`)}</div>}
          {endedBecause !== null && endedBecause !== 'address-changed' && (
            <div>{t(`delivering:ended.${endedBecause}`)}</div>
          )}
          {isOpen && <div>{t('delivering:until', { time: dates.instant(expiresAt) })}</div>}
          {children}
        </>
      }
      end={<Time at={sentAt} />}
    />
  )
}
