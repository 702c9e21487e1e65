import { instantsOf, isTimeZone, localParts, offsetMinutes } from '../../../contract/rules/dates.ts'
import type { Result } from '../../../contract/rules/results.ts'
import { anonymizedId } from '../../../contract/subjects/subject.ts'
import { contentTexts, keyed, type ContentText } from '../../../contract/test-records/content-parts.ts'
import { isLotExpired } from '../../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import type { Dates } from '../../preferences/use-dates.ts'
import { t as say } from '../../ui/phrases.ts'
import { isSame } from '../../ui/same-value.ts'
import { parseTypedDate, typedDate } from '../../ui/typed-date.ts'
import { parseTypedTime, typedTime } from '../../ui/typed-time.ts'
import { reasonToSend, type TypedReason } from './reason-fields.tsx'
import { nameOf, type Chosen } from './subject-choice.tsx'

/** The content of a record as it is typed. */
interface Content extends Record<'performedDate' | 'performedTime' | ContentText, string> {
  results: Record<string, Result>
  performedOffset: number | null
  coordinates: TestRecord['coordinates']
  image: { id: string; name: string } | null
}

/** The fields of the form as they are typed, for what is stored. */
export function contentOf(record: TestRecord, { typing, clock }: Dates): Content {
  const performedAt = new Date(record.performedAt)
  const zone = zoneToType(record)
  const { day, time } = localParts(performedAt, zone)
  const isTwice = instantsOf(day, time.slice(0, 5), zone).length > 1
  return {
    results: Object.fromEntries(record.analyteResults.map(({ analyteId, result }) => [analyteId, result])),
    performedDate: typedDate(day, typing),
    performedTime: typedTime(time.slice(0, 5), clock),
    performedOffset: isTwice ? offsetMinutes(performedAt, zone) : null,
    ...keyed(contentTexts, (name) => record[name] ?? ''),
    lotExpiry: typedDate(record.lotExpiry, typing),
    coordinates: record.coordinates,
    image: record.deviceImageId === null ? null : { id: record.deviceImageId, name: record.testId },
  }
}

/** The subject of a record as the form shows it. */
export function chosenOf({ subject }: TestRecord, dates: Dates): Chosen {
  if (subject.id === anonymizedId) return { id: null, name: say('lists:anonymized') }
  return { id: subject.id, name: nameOf(subject, dates.day) }
}

/** The zone in which the time is shown and typed: the record's own, or UTC if this browser does not know that zone. */
export function zoneToType({ performedZone }: TestRecord): string {
  return isTimeZone(performedZone) ? performedZone : 'UTC'
}

/** Converts the form to the request body, and reports the errors that no schema can see. */
export function toSend(
  { subject, why, content }: { subject: Chosen; why: TypedReason; content: Content },
  record: TestRecord,
  dates: Dates,
) {
  const { typing, hint } = dates
  const { results: held, performedDate, lotExpiry, expiredLotReason, image, ...others } = content
  const [performed, expiry] = [parseTypedDate(performedDate, typing), parseTypedDate(lotExpiry, typing)]
  const time = parseTypedTime(content.performedTime)
  const isOfSame = subject.id === null || subject.id === record.subject.id
  const isTwice =
    content.performedOffset === null &&
    performed !== undefined &&
    time !== undefined &&
    instantsOf(performed, time, zoneToType(record)).length > 1
  const unread = say('rules:date', { format: hint })
  return {
    candidate: {
      ...others,
      subjectId: subject.id,
      analyteResults: Object.entries(held).map(([analyteId, result]) => ({ analyteId, result })),
      performedDate: performed,
      performedTime: time,
      performedZone: zoneToType(record),
      lotExpiry: expiry ?? null,
      expiredLotReason: isLotExpired(expiry, performed) ? expiredLotReason : null,
      deviceImageId: image?.id ?? null,
      ...reasonToSend(why),
    },
    errors: {
      ...(isTwice && { performedOffset: say('rules:whichHour') }),
      ...(time === undefined && { performedTime: say('rules:time') }),
      ...(performed === undefined && performedDate.trim() !== '' && { performedDate: unread }),
      ...(expiry === undefined && lotExpiry.trim() !== '' && { lotExpiry: unread }),
      ...(why.reason === 'other' && why.reasonText.trim() === '' && { reasonText: say('rules:deletionReason') }),
    },
    ...(isOfSame && isSame(content, contentOf(record, dates)) && { refusal: say('changing:correct.nothing') }),
  }
}
