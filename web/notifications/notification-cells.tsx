import { IconMessageReply } from '@tabler/icons-react'
import type { Notification } from '../../contract/notifications/items.ts'
import type { notificationList } from '../../contract/notifications/notification-list.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { SecondLine, Time } from '../lists/cells.tsx'
import { Missing, NotificationState } from '../lists/notification-state.tsx'
import { Told } from '../lists/notification-told.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { paths, type NotificationsSearch } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import type { Choice } from './use-choice.ts'
import * as styles from './notifications.module.css'
import { useDates } from '../preferences/use-dates.ts'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'

type Sort = (typeof notificationList)['default']

/** The column in which items are chosen for a report. */
export function choiceColumn(t: Translate, choice: Choice): ListColumn<Notification, Sort> {
  const box = ({ id, record }: Notification) => (
    <input
      type="checkbox"
      className={styles.box}
      checked={choice.has(id)}
      aria-label={t('notifications:choose', { test: record.testId })}
      onChange={() => choice.turn(id)}
    />
  )
  return {
    key: 'chosen',
    title: t('notifications:column.chosen'),
    isKept: true,
    isForScreens: true,
    cell: box,
    card: { at: 'start' },
  }
}

/** The columns of the list of items. */
export function columnsOf(t: Translate, search: NotificationsSearch): ListColumn<Notification, Sort>[] {
  return [
    {
      key: 'due',
      title: t('notifications:column.due'),
      sort: 'due_at',
      isKept: true,
      cell: (item) => <Due item={item} />,
      card: { at: 'end' },
    },
    {
      key: 'state',
      title: t('notifications:column.state'),
      cell: (item) => (
        <>
          <NotificationState item={item} />
          {item.kind !== 'first' && <SecondLine>{t(`notifications:kind.${item.kind}`)}</SecondLine>}
        </>
      ),
      card: {
        at: 'start',
        cell: (item) => (
          <>
            <NotificationState item={item} />
            {item.kind !== 'first' && <span>{t(`notifications:kind.${item.kind}`)}</span>}
          </>
        ),
      },
    },
    {
      key: 'test',
      title: t('notifications:column.test'),
      isKept: true,
      cell: ({ record }) => (
        <>
          <Link {...paths.testRecord(record.id)} translate="no">
            {record.testId}
          </Link>
          <SecondLine>{subjectName(record.subject) ?? t('lists:anonymized')}</SecondLine>
        </>
      ),
      card: { at: 'main' },
    },
    {
      key: 'result',
      title: t('fields:result'),
      cell: ({ record, outcome }) => (
        <>
          <ResultBadge result={outcome ?? record.result} />
          {outcome !== null && <SecondLine>{t('notifications:isOutcome')}</SecondLine>}
          <SecondLine>{record.assay.name}</SecondLine>
        </>
      ),
      card: { at: 'detail' },
    },
    {
      key: 'rule',
      title: t('notifications:column.rule'),
      cell: ({ rule, authority }) => (
        <>
          <span>{rule.name}</span>
          <SecondLine>{authority}</SecondLine>
        </>
      ),
      card: { at: 'detail', cell: ({ rule, authority }) => `${rule.name}, ${authority}` },
    },
    {
      key: 'place',
      title: t('notifications:column.place'),
      cell: ({ record: { group, organisation } }) => (
        <>
          <span>{group.name}</span>
          <SecondLine>{organisation.name}</SecondLine>
        </>
      ),
      card: { at: 'detail', cell: ({ record: { group, organisation } }) => `${group.name}, ${organisation.name}` },
    },
    {
      key: 'actions',
      title: t('notifications:column.actions'),
      isKept: true,
      isForScreens: true,
      cell: (item) => (
        <div className={styles.doing}>
          <Missing item={item} />
          <Told item={item} />
          {item.state !== 'superseded' && item.state !== 'acknowledged' && (
            <FormLink
              target={paths.answerNotification(item.id, search)}
              variant="default"
              icon={IconMessageReply}
              word={t('notifications:answer')}
            >
              <span className="visually-hidden">{item.record.testId}</span>
            </FormLink>
          )}
        </div>
      ),
      card: { at: 'foot' },
    },
  ]
}

function Due({ item: { dueAt, sentAt } }: { item: Notification }) {
  const t = useT()
  const dates = useDates()
  if (sentAt !== null) return <Time at={sentAt} />
  return <time dateTime={dueAt}>{t('notifications:dueBy', { time: dates.instant(dueAt) })}</time>
}
