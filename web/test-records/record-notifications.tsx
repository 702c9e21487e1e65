import { useQuery } from '@tanstack/react-query'
import type { Notification } from '../../contract/notifications/items.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { Part, PartRow } from '../lists/part-list.tsx'
import { useDates } from '../preferences/use-dates.ts'
import { useT } from '../ui/phrases.ts'
import { Missing, NotificationState } from '../lists/notification-state.tsx'
import * as styles from './record-notifications.module.css'
import { recordNotificationsQuery } from '../notifications/queries.ts'
import { Told } from '../lists/notification-told.tsx'

/** What authorities were told of a record and are still to be told; nothing if no rule asks for it. */
export function RecordNotifications({ record, level }: { record: TestRecord; level: 2 | 3 }) {
  const t = useT()
  const query = useQuery(recordNotificationsQuery(record))
  const items = query.data?.data ?? []
  if (items.length === 0 && !query.isError) return null
  return (
    <div className={styles.onScreen}>
      <Part
        title={t('notifications:part.title')}
        level={level}
        above={query.isError && <p className={styles.none}>{t('notifications:part.failed')}</p>}
        rows={items}
        row={(item) => <Row item={item} />}
      />
    </div>
  )
}

function Row({ item }: { item: Notification }) {
  const t = useT()
  const dates = useDates()
  const { state, sentAt, authority, dueAt, closedBecause, kind, outcome, rule } = item
  const isUntold = sentAt === null && state !== 'superseded'
  return (
    <PartRow
      main={
        <span className={styles.states}>
          <span>{rule.name}</span>
          <NotificationState item={item} />
        </span>
      }
      second={
        <>
          {kind !== 'first' && <div>{t(`notifications:kind.${kind}`)}</div>}
          {outcome !== null && <div>{t('notifications:outcome', { result: t(`results:${outcome}`) })}</div>}
          {isUntold && <div>{t('notifications:toTell', { authority, time: dates.instant(dueAt) })}</div>}
          {closedBecause !== null && <div>{t(`notifications:closed.${closedBecause}`)}</div>}
          <Told item={item} />
          <Missing item={item} />
        </>
      }
    />
  )
}
