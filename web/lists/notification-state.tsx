import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClock,
  IconHourglass,
  IconMailX,
  IconPencilExclamation,
  IconSend,
  IconUpload,
} from '@tabler/icons-react'
import { neededFields, type NeededField } from '../../contract/notifications/rule-parts.ts'
import type { Notification } from '../../contract/notifications/items.ts'
import { detailKinds } from '../../contract/subjects/detail-kinds.ts'
import { anonymizedId } from '../../contract/subjects/subject.ts'
import { languageTag } from '../../contract/locales.ts'
import { paths, type Target } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { Link } from '../routing/link.tsx'
import { useLocale, useT } from '../ui/phrases.ts'
import { StatusBadge } from '../ui/status-badge.tsx'
import * as styles from './notification-state.module.css'

const looks = {
  incomplete: { icon: IconPencilExclamation, tone: 'trouble' },
  ready: { icon: IconClock, tone: 'waiting' },
  waiting: { icon: IconHourglass, tone: 'waiting' },
  sending: { icon: IconUpload, tone: 'waiting' },
  sent: { icon: IconSend, tone: 'good' },
  acknowledged: { icon: IconCircleCheck, tone: 'good' },
  rejected: { icon: IconMailX, tone: 'trouble' },
  superseded: { icon: IconBan, tone: 'over' },
} as const

/** The state of an item, and beside it whether it is overdue. */
export function NotificationState({ item }: { item: Notification }) {
  const t = useT()
  const { isOverdue, closedBecause } = item
  return (
    <span className={styles.states}>
      {isOverdue && (
        <StatusBadge tone="trouble" icon={<IconAlertTriangle size={16} stroke={2} aria-hidden />}>
          {t('notifications:overdue')}
        </StatusBadge>
      )}
      <span title={closedBecause === null ? undefined : t(`notifications:closed.${closedBecause}`)}>
        <StateBadge state={item.state} />
      </span>
    </span>
  )
}

/** The state of an item by itself. */
export function StateBadge({ state }: Pick<Notification, 'state'>) {
  const t = useT()
  const { icon: Icon, tone } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(`notifications:state.${state}`)}
    </StatusBadge>
  )
}

/** Returns a function that names needed fields on one line. */
export function useFieldNames(): (fields: readonly NeededField[]) => string {
  const t = useT()
  const list = new Intl.ListFormat(languageTag(useLocale()))
  return (fields) => list.format(fields.map((field) => t(`notifications:field.${field}`)))
}

/** The kind of details that holds a field, if it is one of the details that a tenant may keep of people. */
export function kindOf(field: NeededField) {
  return field === 'telephone' ? 'telephones' : detailKinds.find((kind) => kind === field)
}

/** Returns what is missing of an item and the tenant does not keep, and the pages on which the rest is entered. */
export function useLacks({ missing, record }: Pick<Notification, 'missing' | 'record'>) {
  const { subjectDetails = [] } = usePreferences()
  const isKept = (field: NeededField) => {
    const kind = kindOf(field)
    return kind === undefined || subjectDetails.includes(kind)
  }
  const places = [...new Set(missing.filter(isKept).map((field) => neededFields[field]))]
  const targets: Record<(typeof neededFields)[NeededField], Target | undefined> = {
    subject: record.subject.id === anonymizedId ? undefined : paths.editSubject(record.subject.id),
    group: paths.editGroup(record.group.id),
    organisation: paths.editOrganisation(record.organisation.id),
    assay: paths.editAssay(record.assay.id),
  }
  return {
    unkept: missing.filter((field) => !isKept(field)),
    ways: places.flatMap((place) => {
      const target = targets[place]
      return target === undefined ? [] : [{ place, target }]
    }),
  }
}

/** Names what is missing of an item, with a link to each page on which it is entered. */
export function Missing({ item }: { item: Pick<Notification, 'missing' | 'record'> }) {
  const t = useT()
  const name = useFieldNames()
  const { unkept, ways } = useLacks(item)
  if (item.missing.length === 0) return null
  return (
    <div className={styles.missing}>
      <p>{t('notifications:missing', { fields: name(item.missing) })}</p>
      {unkept.length > 0 && <p>{t('notifications:notKept', { fields: name(unkept) })}</p>}
      {ways.map(({ place, target }) => (
        <Link key={place} {...target}>
          {t(`notifications:enter.${place}`)}
        </Link>
      ))}
    </div>
  )
}
