import { IconCheck, IconMailX, IconMessageReply } from '@tabler/icons-react'
import { isClosedByHand, type Notification } from '../../contract/notifications/items.ts'
import { Missing, useFieldNames, useLacks } from '../lists/notification-state.tsx'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { inPlace, paths, type NotificationAnswer, type NotificationsSearch } from '../paths.ts'
import { Link } from '../routing/link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { alsoSay, useT } from '../ui/phrases.ts'
import * as styles from './notifications.module.css'
import { Short } from './short.tsx'

const ReportOne = lazyPage(async () => {
  const [reporting] = await Promise.all([import('./reporting.tsx'), alsoSay('notificationReports')])
  return reporting.ReportOne
})

const OpenOne = lazyPage(async () => (await import('./opening.tsx')).OpenOne)

interface Props {
  item: Notification
  search: NotificationsSearch
}

/** Pages on which something is entered that a row of the table has room for; the others come once these are done. */
const mostWaysInRow = 2

/** What can be done with an item in a row of the table: the next step first. */
export function Ways({ item, search }: Props) {
  const t = useT()
  const names = useFieldNames()
  const { unkept, keeping, ways } = useLacks(item)
  const most = unkept.length > 0 ? 1 : mostWaysInRow
  return (
    <div className={styles.doing}>
      {item.missing.length > 0 && (
        <div className={styles.entering}>
          {ways.slice(0, most).map(({ place, target }) => (
            <Link key={place} {...target}>
              {t(`notifications:enter.${place}`)}
            </Link>
          ))}
          {ways.length === 0 && keeping !== undefined && <Link {...keeping}>{t('notifications:keep')}</Link>}
          {unkept.length > 0 && <Short words={t('notifications:notKept', { fields: names(unkept) })} />}
        </div>
      )}
      <Buttons item={item} search={search} />
    </div>
  )
}

/** What is missing of an item, where each of it is entered, and its buttons, on a card. */
export function CardWays({ item, search }: Props) {
  return (
    <div className={styles.cardWays}>
      <Missing item={item} />
      <Buttons item={item} search={search} />
    </div>
  )
}

/** The buttons of an item: to report it, to keep what the authority answered, or to open it again. */
function Buttons({ item, search }: Props) {
  const t = useT()
  const { state, missing } = item
  if (isClosedByHand(item)) {
    return (
      <div className={styles.buttons}>
        <Coming>
          <OpenOne item={item} />
        </Coming>
      </div>
    )
  }
  if (state === 'superseded' || state === 'acknowledged') return null
  const isTold = state === 'sent'
  return (
    <div className={styles.buttons}>
      {(state === 'ready' || (state === 'rejected' && missing.length === 0)) && (
        <Coming>
          <ReportOne item={item} />
        </Coming>
      )}
      {state === 'sending' && <Link {...paths.notificationReports()}>{t('notifications:seeReport')}</Link>}
      {(isTold ? (['acknowledged', 'rejected'] as const) : (['otherwise'] as const)).map((answer) => (
        <Answer key={answer} item={item} search={search} answer={answer} />
      ))}
    </div>
  )
}

const icons = { acknowledged: IconCheck, rejected: IconMailX, otherwise: IconMessageReply }

/** Leads to the form of an answer, in which what was pressed is chosen. */
function Answer({ item, search, answer }: Props & { answer: NotificationAnswer }) {
  const t = useT()
  const Icon = icons[answer]
  const word = t(`notifications:answer.${answer}`)
  return (
    <Link
      {...inPlace(paths.answerNotification(item.id, answer, search))}
      data-form
      data-aside={answer === 'otherwise' || undefined}
      className={buttonClass('default')}
      title={word}
    >
      <Icon size={18} aria-hidden />
      <span>{word}</span>
      <span className="visually-hidden">{item.record.testId}</span>
    </Link>
  )
}
