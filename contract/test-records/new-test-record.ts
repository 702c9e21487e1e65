import * as z from 'zod/mini'
import { clockMinutes } from '../limits-and-times.ts'
import { presentTime } from '../rules/present.ts'
import { instantOf, isTimeZone, isWithin120Years, offsetMinutes, todayIn } from '../rules/dates.ts'
import { isWholeCode } from '../rules/gs1.ts'
import { formalText, day, id, optionalIdentifier, optionalProse, optionalText, rule } from '../schema.ts'
import { analyteResult, coordinates, performedOffset, type ContentText, type SampleText } from './content-parts.ts'

/** True for a time of day as HH:mm. */
const isTimeOfDay = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isDay = (value: string) => day.safeParse(value).success

/** The part of the content that is known before the result is read. */
export const sampleContent = {
  specimen: optionalText(100),
  lot: optionalIdentifier(50).check(rule('lotIsCode', (lot) => lot === null || !isWholeCode(lot))),
  lotExpiry: z._default(z.nullable(day), null),
  /** Why a lot was used that had expired on the day of the test. */
  expiredLotReason: optionalProse(500),
  location: optionalText(255),
  coordinates: z._default(z.nullable(coordinates), null),
} satisfies Record<SampleText | 'coordinates', z.ZodMiniType>

/**
 * The content of a test besides its subject, its place and its assay. Date and time are by a clock in `performedZone`,
 * so that a time that the change to summer time skips can be detected and refused. The overall result follows from the
 * analytes.
 */
export const testContent = {
  analyteResults: z.array(analyteResult).check(z.minLength(1), z.maxLength(20)),
  performedDate: day.check(rule('dateTooOld', isWithin120Years)),
  performedTime: formalText(20).check(rule('time', isTimeOfDay)),
  performedZone: formalText(64).check(rule('timeZone', isTimeZone)),
  /**
   * The minutes by which that clock was ahead of UTC, which tells which instant is meant if the time occurs twice when
   * clocks go back. An offset that the clock did not have at that time is refused.
   */
  performedOffset,
  ...sampleContent,
  deviceImageId: z._default(z.nullable(id), null),
  note: optionalProse(1000),
} satisfies Record<ContentText, z.ZodMiniType> & Record<string, z.ZodMiniType>

/** The check for an object with the content of a test: refuses a time that never occurred, or lies in the future. */
export function performedCheck(
  context: z.core.ParsePayload<
    Record<'performedDate' | 'performedTime' | 'performedZone', string> & { performedOffset: number | null }
  >,
): void {
  // If the date, the time or the zone is already refused, there is no instant to check.
  if (context.issues.length > 0) return
  const { performedDate, performedTime, performedZone, performedOffset } = context.value
  // This also runs if one of the three is invalid by itself, and then has nothing to add.
  if (!isDay(performedDate) || !isTimeOfDay(performedTime) || !isTimeZone(performedZone)) return
  const phrase = whyNotPerformed(performedDate, performedTime, performedZone, performedOffset)
  if (phrase === undefined) return
  context.issues.push({
    code: 'custom',
    input: phrase === 'noSuchHour' ? performedOffset : performedTime,
    path: [phrase === 'noSuchHour' ? 'performedOffset' : 'performedTime'],
    params: { phrase, values: {} },
  })
}

/**
 * The check for an object with the content of a test: refuses a lot that had expired before the day of the test, by the
 * local calendar, unless a reason is given; and a reason that is not needed.
 */
export function lotCheck(
  context: z.core.ParsePayload<
    Record<'performedDate', string> & Record<'lotExpiry' | 'expiredLotReason', string | null>
  >,
): void {
  if (context.issues.length > 0) return
  const phrase = whyLotRefused(context.value, context.value.performedDate)
  if (phrase === undefined) return
  const { expiredLotReason: input } = context.value
  context.issues.push({ code: 'custom', input, path: ['expiredLotReason'], params: { phrase, values: {} } })
}

/** The message at the reason for an expired lot, for a test on a day, YYYY-MM-DD: that it is missing, or not needed. */
export function whyLotRefused(
  { lotExpiry, expiredLotReason }: Record<'lotExpiry' | 'expiredLotReason', string | null>,
  on: string,
): 'lotExpired' | 'lotNotExpired' | undefined {
  const needsReason = isLotExpired(lotExpiry, on)
  if (needsReason === (expiredLotReason !== null)) return undefined
  return needsReason ? 'lotExpired' : 'lotNotExpired'
}

/** True if a lot needs a reason on a day, because it has expired; its last day is still valid. Days are YYYY-MM-DD. */
export function isLotExpired(expiry: string | null | undefined, on: string | undefined): boolean {
  return expiry !== null && expiry !== undefined && on !== undefined && expiry < on
}

export const newTestRecord = z
  .strictObject({
    organisationId: id,
    groupId: id,
    subjectId: id,
    assayId: id,
    /** The version of the assay that was shown, which may be outdated by now; null for the newest. */
    assayVersion: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))), null),
    /** The set of tests of which it is the next step; left out for a test by itself. */
    testSetId: z.optional(id),
    ...testContent,
  })
  .check(performedCheck, lotCheck)
export type NewTestRecord = z.infer<typeof newTestRecord>

/** Refuses a day that has begun nowhere on earth, before it is converted to an instant. */
function whyNotPerformed(
  date: string,
  time: string,
  zone: string,
  offset: number | null,
): 'timeInFuture' | 'skippedHour' | 'noSuchHour' | undefined {
  const latest = new Date(presentTime().getTime() + clockMinutes * 60_000)
  if (date > todayIn('Etc/GMT-14', latest)) return 'timeInFuture'
  const at = instantOf(date, time, zone, offset)
  if (at === undefined) return 'skippedHour'
  if (offset !== null && offset !== offsetMinutes(at, zone)) return 'noSuchHour'
  return at > latest ? 'timeInFuture' : undefined
}
