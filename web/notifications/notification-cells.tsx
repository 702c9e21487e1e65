import { isClosedByHand, type Notification } from '../../contract/notifications/items.ts'
import type { notificationList } from '../../contract/notifications/notification-list.ts'
import { presentTime } from '../../contract/rules/present.ts'
import { subjectName } from '../../contract/subjects/subject.ts'
import { SecondLine } from '../lists/cells.tsx'
import type { ListColumn } from '../lists/list-rows.tsx'
import { NotificationState, StateBadge, useFieldNames } from '../lists/notification-state.tsx'
import { Told } from '../lists/notification-told.tsx'
import { paths, type NotificationsSearch } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Link } from '../routing/link.tsx'
import { useT, type Translate } from '../ui/phrases.ts'
import { ResultBadge } from '../ui/result-badge.tsx'
import { CardWays, Ways } from './notification-ways.tsx'
import * as styles from './notifications.module.css'
import { Short } from './short.tsx'
import type { Choice } from './use-choice.ts'

type Sort = (typeof notificationList)['default']

/** The column in which items are chosen, for a report, to be closed, or to be opened again. What is being sent is not. */
export function choiceColumn(t: Translate, choice: Choice): ListColumn<Notification, Sort> {
  const box = (item: Notification) => {
    const { id, record } = item
    if (!isClosable(item) && !isClosedByHand(item)) return null
    return (
      <input
        type="checkbox"
        className={styles.box}
        checked={choice.has(id)}
        aria-label={t('notifications:choose', { test: record.testId })}
        onChange={() => choice.turn(id)}
      />
    )
  }
  return {
    key: 'chosen',
    title: t('notifications:column.chosen'),
    isKept: true,
    isForScreens: true,
    cell: box,
    card: { at: 'start' },
  }
}

function isClosable({ state }: Notification): boolean {
  return state === 'incomplete' || state === 'ready' || state === 'rejected'
}

/**
 * The columns of the list of items. A row is two or three lines high, so long texts are cut short in the table; cards and the page of
 * the test have them whole.
 */
export function columnsOf(t: Translate, search: NotificationsSearch): ListColumn<Notification, Sort>[] {
  return [
    {
      key: 'due',
      title: t('notifications:column.due'),
      sort: 'due_at',
      isKept: true,
      cell: (item) => <Due item={item} />,
      card: { at: 'end', cell: ({ dueAt }) => <DueBy at={dueAt} /> },
    },
    {
      key: 'told',
      title: t('notifications:column.told'),
      sort: 'told_at',
      isKept: true,
      cell: (item) => <ToldAt item={item} />,
      card: { at: 'detail', cell: (item) => <Told item={item} /> },
    },
    {
      key: 'state',
      title: t('notifications:column.state'),
      cell: (item) => <State item={item} />,
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
          <Link {...paths.testRecord(record.id)} translate="no" className={styles.whole}>
            {record.testId}
          </Link>
          <Short words={subjectName(record.subject) ?? t('lists:anonymized')} />
        </>
      ),
      card: {
        at: 'main',
        cell: ({ record }) => (
          <>
            <Link {...paths.testRecord(record.id)} translate="no">
              {record.testId}
            </Link>
            <SecondLine>{subjectName(record.subject) ?? t('lists:anonymized')}</SecondLine>
          </>
        ),
      },
    },
    {
      key: 'result',
      title: t('fields:result'),
      cell: ({ kind, record, outcome }) => (
        <>
          <ResultBadge result={outcome ?? record.result} />
          <Short
            words={[
              ...(kind === 'first' ? [] : [t(`notifications:kind.${kind}`)]),
              outcome === null ? record.assay.name : t('notifications:isOutcome'),
            ].join(' · ')}
          />
        </>
      ),
      card: {
        at: 'detail',
        cell: ({ record, outcome }) => (
          <>
            <ResultBadge result={outcome ?? record.result} />
            {outcome !== null && <SecondLine>{t('notifications:isOutcome')}</SecondLine>}
            <SecondLine>{record.assay.name}</SecondLine>
          </>
        ),
      },
    },
    {
      key: 'rule',
      title: t('notifications:column.rule'),
      room: 'medium',
      cell: ({ rule, authority }) => <TwoLines first={rule.name} second={authority} />,
      card: { at: 'detail', cell: ({ rule, authority }) => `${rule.name}, ${authority}` },
    },
    {
      key: 'place',
      title: t('notifications:column.place'),
      room: 'widest',
      cell: ({ record: { group, organisation } }) => <TwoLines first={group.name} second={organisation.name} />,
      card: { at: 'detail', cell: ({ record: { group, organisation } }) => `${group.name}, ${organisation.name}` },
    },
    {
      key: 'actions',
      title: t('notifications:column.actions'),
      isKept: true,
      isForScreens: true,
      cell: (item) => <Ways item={item} search={search} />,
      card: {
        at: 'foot',
        cell: (item) => <CardWays item={item} search={search} />,
      },
    },
  ]
}

const day = 24 * 60 * 60 * 1000

/** True for what was not told and is due within a day, and not overdue. */
function isSoonDue({ state, dueAt, isOverdue }: Notification): boolean {
  const isDone = state === 'sent' || state === 'acknowledged' || state === 'superseded'
  return !isDone && !isOverdue && Date.parse(dueAt) - presentTime().getTime() <= day
}

function Due({ item }: { item: Notification }) {
  const t = useT()
  const dates = useDates()
  return (
    <>
      <time dateTime={item.dueAt}>{dates.instant(item.dueAt)}</time>
      {item.isOverdue && <span className={styles.overdue}>{t('notifications:overdue')}</span>}
      {isSoonDue(item) && <SecondLine>{t('notifications:due.day')}</SecondLine>}
    </>
  )
}

function DueBy({ at }: { at: string }) {
  const t = useT()
  const dates = useDates()
  return <time dateTime={at}>{t('notifications:dueBy', { time: dates.instant(at) })}</time>
}

/** When the authority was told, and below it on one line by whom and what it answered; or what is known of a report that has not left. */
function ToldAt({ item }: { item: Notification }) {
  const t = useT()
  const { state, sentAt, sentBy, reportWay, withdrawn, answerReason, closedBecause, answeredAt, answeredBy } = item
  if (closedBecause === 'person' && answeredAt !== null) {
    const by = answeredBy === null ? [] : [t('notifications:toldBy', { name: answeredBy })]
    return <AtWith at={answeredAt} words={[...by, ...(answerReason === null ? [] : [answerReason])].join(' · ')} />
  }
  if (sentAt === null) {
    const words = [
      ...(reportWay === null
        ? []
        : [t(reportWay === 'download' ? 'notifications:notSentByHand' : 'notifications:notTaken')]),
      ...(withdrawn === null ? [] : [t(`notifications:withdrawn.${withdrawn}`)]),
    ]
    return words.length === 0 ? null : <Short words={words.join(' ')} />
  }
  const words = [
    ...(sentBy === null ? [] : [t('notifications:toldBy', { name: sentBy })]),
    ...(state === 'rejected' && answerReason !== null ? [t('notifications:rejected', { reason: answerReason })] : []),
    ...(state === 'acknowledged' && answerReason !== null ? [answerReason] : []),
  ].join(' · ')
  return <AtWith at={sentAt} words={words} />
}

function AtWith({ at, words }: { at: string; words: string }) {
  const dates = useDates()
  return (
    <>
      <time dateTime={at}>{dates.instant(at)}</time>
      {words !== '' && (
        <span className={styles.line} title={words}>
          {words}
        </span>
      )}
    </>
  )
}

/** The state, and below it what keeps the item from being told. */
function State({ item }: { item: Notification }) {
  const t = useT()
  const name = useFieldNames()
  const { state, closedBecause, missing, reportProblem } = item
  const words = [
    ...(missing.length === 0 ? [] : [t('notifications:missing', { fields: name(missing) })]),
    ...(reportProblem === null ? [] : [t(`notifications:problem.${reportProblem}`)]),
    ...(closedBecause === null ? [] : [t(`notifications:closed.${closedBecause}`)]),
    ...(state === 'waiting' ? [t('notifications:waitsFor')] : []),
  ]
  return (
    <>
      <StateBadge state={state} closedBecause={closedBecause} />
      {words.length > 0 && <Short words={words.join(' ')} />}
    </>
  )
}

function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className={styles.first} title={first}>
        {first}
      </span>
      <span className={styles.line} title={second}>
        {second}
      </span>
    </>
  )
}
