import { IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { NotificationCounts } from '../../contract/notifications/items.ts'
import { dueFilters, notificationStates } from '../../contract/notifications/notification-list.ts'
import { mayKeepNotificationRules } from '../../contract/permissions/can.ts'
import { choiceFilter } from '../lists/list-filter.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { paths, type NotificationsSearch } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { Link } from '../routing/link.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { choiceColumn, columnsOf } from './notification-cells.tsx'
import * as styles from './notifications.module.css'
import { OtherPages, told } from './other-pages.tsx'
import { countsQuery, notificationAddress, notificationRulesQuery, notificationsQuery } from './queries.ts'
import { ChosenBelow, useChoice } from './use-choice.ts'

const ChosenReport = lazyPage(async () => {
  const [reporting] = await Promise.all([import('./reporting.tsx'), alsoSay('notificationReports')])
  return reporting.ChosenReport
})
const Report = lazyPage(async () => {
  const [reporting] = await Promise.all([import('./reporting.tsx'), alsoSay('notificationReports')])
  return reporting.Report
})

const NoRule = lazyPage(async () => {
  const [page] = await Promise.all([import('./no-rule.tsx'), alsoSay('notificationRules')])
  return page.NoRule
})

const Choosing = lazyPage(async () => (await import('./choosing.tsx')).Choosing)
const OpenChosen = lazyPage(async () => (await import('./opening.tsx')).OpenChosen)

/** States of what somebody can close. */
const closable = ['incomplete', 'ready', 'rejected'] as const

/** What the list shows if it shows what somebody may have closed, and nothing else that can be chosen. */
const closed = ['done', 'acknowledged', 'superseded'] as const

/** What authorities are to be told, by its deadline, and behind a filter what they were told. */
export function NotificationsPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/notifications' })
  const holder = useHolder()
  const counts = useQuery(countsQuery()).data?.data
  // A report is of one rule, and all that is chosen at first must be what the list shows.
  const isWhole = search.organisation === undefined && search.group === undefined && search.due === undefined
  const toReport = counts?.rules.filter(({ id, toReport }) => toReport > 0 && (search.rule ?? id) === id) ?? []
  const onlyRule = toReport.length === 1 ? toReport[0] : undefined
  const rule = search.state === 'ready' && isWhole ? (search.rule ?? onlyRule?.id) : undefined
  const chosenRule = counts?.rules.find(({ id }) => id === rule)
  const { cursor: _cursor, perPage: _perPage, sort: _sort, ...narrowed } = search
  const choice = useChoice(JSON.stringify([narrowed, rule]), rule === undefined ? 'none' : 'all')
  const hasChoice = search.state === undefined || closable.some((state) => state === search.state)
  const hasClosed = closed.some((state) => state === search.state)
  const mayKeepRules = mayKeepNotificationRules(holder)
  const rules = useQuery({ ...notificationRulesQuery(undefined), enabled: mayKeepRules && counts?.rules.length === 0 })
  const hasNoRule = mayKeepRules && rules.data?.data.length === 0
  const columns = columnsOf(t, search)
  const isPhone = useMediaQuery('(max-width: 767px)')
  return (
    <ChosenBelow value={choice}>
      <ListPage
        words="notifications"
        search={search}
        address={notificationAddress}
        query={notificationsQuery}
        columns={hasChoice || hasClosed ? [choiceColumn(t, choice), ...columns] : columns}
        sortWords={(sort) => t(`notifications:sort.${sort}`)}
        cardsBelow={1320}
        actions={({ total }) => (
          <>
            <OtherPages mayKeepRules={mayKeepRules} isPhone={isPhone} />
            {hasChoice && (
              <Coming>
                <Choosing choice={choice} total={total} search={search} />
              </Coming>
            )}
            {hasClosed && (
              <Coming>
                <OpenChosen choice={choice} search={search} />
              </Coming>
            )}
            {chosenRule !== undefined && (
              <Coming>
                <ChosenReport rule={chosenRule} choice={choice} total={total} />
              </Coming>
            )}
            {search.state === undefined && isWhole && onlyRule !== undefined && (
              <Coming>
                <Report rule={onlyRule} ids={null} except={[]} total={onlyRule.toReport} />
              </Coming>
            )}
          </>
        )}
        {...(hasNoRule && {
          impossible: (
            <Coming>
              <NoRule />
            </Coming>
          ),
        })}
        {...(counts !== undefined && counts.rules.length > 0 && { lead: <Counts counts={counts} isPhone={isPhone} /> })}
        {...(search.state === 'ready' &&
          counts !== undefined &&
          counts.ready > 0 &&
          rule === undefined && {
            notice: (
              <div className={styles.rules}>
                <p>{t('notifications:chooseRule')}</p>
                <ul className={styles.counts}>
                  {counts.rules.map(({ id, name }) => (
                    <li key={id}>
                      <Link {...paths.notifications({ state: 'ready', rule: id })}>{name}</Link>
                    </li>
                  ))}
                </ul>
              </div>
            ),
          })}
        filters={(change) => ({
          others: [
            choiceFilter({
              label: t('fields:state'),
              any: t('notifications:state.untold'),
              value: search.state,
              options: [
                {
                  options: (['done', 'all', ...notificationStates] as const).map((state) => ({
                    value: state,
                    label: t(`notifications:state.${state}`),
                  })),
                },
              ],
              onChange: (state) => change({ state, sort: state === 'done' ? '-told_at' : undefined }),
            }),
            choiceFilter({
              label: t('notifications:dueFilter'),
              any: t('lists:filter.any'),
              value: search.due,
              options: [{ options: dueFilters.map((due) => ({ value: due, label: t(`notifications:due.${due}`) })) }],
              onChange: (due) => change({ due }),
            }),
            choiceFilter({
              label: t('notifications:rule'),
              any: t('lists:filter.any'),
              value: search.rule,
              options: [{ options: (counts?.rules ?? []).map(({ id, name }) => ({ value: id, label: name })) }],
              onChange: (rule) => change({ rule }),
            }),
          ],
        })}
        picture={<IconSend size={40} stroke={1.5} aria-hidden />}
      />
    </ChosenBelow>
  )
}

/** How much is to be told, each number with a link to those items, and the way to what was told, which is in the menu on a phone. */
function Counts({ counts, isPhone }: { counts: NotificationCounts; isPhone: boolean }) {
  const t = useT()
  const all: readonly { name: keyof Omit<NotificationCounts, 'rules'>; search: NotificationsSearch }[] = [
    { name: 'overdue', search: { due: 'overdue' } },
    { name: 'due', search: { due: 'day' } },
    { name: 'rejected', search: { state: 'rejected' } },
    { name: 'incomplete', search: { state: 'incomplete' } },
    { name: 'ready', search: { state: 'ready' } },
    { name: 'sending', search: { state: 'sending' } },
  ]
  const shown = all.filter(({ name }) => counts[name] > 0)
  return (
    <ul className={styles.counts} data-lead>
      {shown.map(({ name, search }) => (
        <li key={name} data-tone={name === 'overdue' || name === 'due' ? 'danger' : undefined}>
          <Link {...paths.notifications(search)}>{t(`notifications:counts.${name}`, { count: counts[name] })}</Link>
        </li>
      ))}
      {!isPhone && (
        <li>
          <Link {...paths.notifications(told)}>{t('notifications:seeTold')}</Link>
        </li>
      )}
    </ul>
  )
}
