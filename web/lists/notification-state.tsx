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
import { can } from '../../contract/permissions/can.ts'
import type { Notification } from '../../contract/notifications/items.ts'
import { detailKinds } from '../../contract/subjects/detail-kinds.ts'
import { anonymizedId } from '../../contract/subjects/subject.ts'
import { languageTag } from '../../contract/locales.ts'
import { paths, type Target } from '../paths.ts'
import { usePreferences } from '../preferences/preferences.ts'
import type { AtField } from '../routing/asked-field.ts'
import { Link } from '../routing/link.tsx'
import { useHolder } from '../session/queries.ts'
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
        <StateBadge state={item.state} closedBecause={closedBecause} />
      </span>
    </span>
  )
}

/** The state of an item by itself. What somebody closed did not give way to anything. */
export function StateBadge({ state, closedBecause }: Pick<Notification, 'state' | 'closedBecause'>) {
  const t = useT()
  const { icon: Icon, tone } = looks[state]
  return (
    <StatusBadge tone={tone} icon={<Icon size={16} stroke={2} aria-hidden />}>
      {t(closedBecause === 'person' ? 'notifications:isClosed' : `notifications:state.${state}`)}
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

/** The box of the tenant's settings with which it keeps the first of these fields. */
export function keptAs(fields: readonly NeededField[]): string | undefined {
  const kind = fields.map(kindOf).find((one) => one !== undefined)
  return kind === undefined ? undefined : `subjectDetails.${kind}`
}

/** The name of each field in the form in which it is entered. */
const formFields: Record<Exclude<NeededField, 'name'>, string> = {
  dateOfBirth: 'dateOfBirth',
  sex: 'details.sex',
  race: 'details.race',
  ethnicity: 'details.ethnicity',
  address: 'details.address.streetAddress',
  telephone: 'details.telephones',
  email: 'email',
  nhsNumber: 'details.nhsNumber',
  role: 'details.role',
  provider: 'orderingProvider.lastName',
  clia: 'clia',
  labAddress: 'labAddress.streetAddress',
  placePhone: 'phone.number',
  placeAddress: 'address.streetAddress',
  testCodes: 'analytes',
}

function formField(field: NeededField, { subject }: Notification['record']): string {
  if (field !== 'name') return formFields[field]
  return subject.kind === 'human' && subject.firstName !== null ? 'lastName' : 'firstName'
}

/** Returns what is missing of an item and the tenant does not keep, and the fields, one of each page, at which the rest is entered. */
export function useLacks({ missing, record }: Pick<Notification, 'missing' | 'record'>) {
  const { subjectDetails = [] } = usePreferences()
  const mayKeepMore = can(useHolder(), 'edit-own-tenant')
  const isKept = (field: NeededField) => {
    const kind = kindOf(field)
    return kind === undefined || subjectDetails.includes(kind)
  }
  const kept = missing.filter(isKept)
  const places = [...new Set(kept.map((field) => neededFields[field]))]
  const targets: Record<(typeof neededFields)[NeededField], (at: AtField) => Target | undefined> = {
    subject: (at) => (record.subject.id === anonymizedId ? undefined : paths.editSubject(record.subject.id, at)),
    group: (at) => paths.editGroup(record.group.id, at),
    organisation: (at) => paths.editOrganisation(record.organisation.id, at),
    assay: (at) => paths.editAssay(record.assay.id, at),
  }
  const unkept = missing.filter((field) => !isKept(field))
  return {
    unkept,
    /** Where an administrator says that it is kept from now on. */
    keeping: mayKeepMore && unkept.length > 0 ? paths.ownTenantTab('subjects', { field: keptAs(unkept) }) : undefined,
    ways: places.flatMap((place) => {
      const first = kept.find((field) => neededFields[field] === place)
      const target = targets[place](first === undefined ? {} : { field: formField(first, record) })
      return target === undefined ? [] : [{ place, target }]
    }),
  }
}

/** Names what is missing of an item, with a link to each page on which it is entered. */
export function Missing({ item }: { item: Pick<Notification, 'missing' | 'record'> }) {
  const t = useT()
  const name = useFieldNames()
  const { unkept, keeping, ways } = useLacks(item)
  if (item.missing.length === 0) return null
  return (
    <div className={styles.missing}>
      <p>{t('notifications:missing', { fields: name(item.missing) })}</p>
      {unkept.length > 0 && <p>{t('notifications:notKept', { fields: name(unkept) })}</p>}
      {keeping !== undefined && <Link {...keeping}>{t('notifications:keep')}</Link>}
      {ways.map(({ place, target }) => (
        <Link key={place} {...target}>
          {t(`notifications:enter.${place}`)}
        </Link>
      ))}
    </div>
  )
}
