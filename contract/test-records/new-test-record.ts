import * as z from 'zod/mini'
import { instantOf, isTimeZone, isWithin120Years, todayIn } from '../rules/dates.ts'
import { results } from '../rules/results.ts'
import { day, id, optionalProse, optionalText, rule } from '../schema.ts'

/** Clocks differ: a test may lie this far in the server's future, in milliseconds. */
const clockTolerance = 5 * 60 * 1000

const isTimeOfDay = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const isDay = (value: string) => day.safeParse(value).success

export const coordinates = z.strictObject({
  latitude: z.number().check(rule('coordinates', (value) => value >= -90 && value <= 90)),
  longitude: z.number().check(rule('coordinates', (value) => value >= -180 && value <= 180)),
})

export const analyteResult = z.strictObject({
  analyteId: z.string().check(z.minLength(1), z.maxLength(50)),
  result: z.enum(results),
})

/**
 * What recording a test sends. Date and time are those of a clock in `performedZone`, so that an hour which the change
 * to summer time skips can be told and refused. The result of the test as a whole follows from its analytes.
 */
export const newTestRecord = z
  .strictObject({
    organisationId: id,
    groupId: id,
    subjectId: id,
    assayId: id,
    analyteResults: z.array(analyteResult).check(z.minLength(1), z.maxLength(20)),
    specimen: optionalText(100),
    performedDate: day.check(rule('dateTooOld', isWithin120Years)),
    performedTime: z.string().check(rule('time', isTimeOfDay)),
    performedZone: z.string().check(z.maxLength(64), rule('timeZone', isTimeZone)),
    location: optionalText(255),
    coordinates: z._default(z.nullable(coordinates), null),
    deviceImageId: z._default(z.nullable(id), null),
    lot: optionalText(50),
    lotExpiry: z._default(z.nullable(day), null),
    note: optionalProse(1000),
  })
  .check((context) => {
    // Where the date, the time or the zone is refused already, there is no instant to ask about.
    if (context.issues.length > 0) return
    const { performedDate, performedTime, performedZone } = context.value
    // This runs also when one of the three is wrong by itself, and then it has nothing to say.
    if (!isDay(performedDate) || !isTimeOfDay(performedTime) || !isTimeZone(performedZone)) return
    const phrase = whyNotPerformed(performedDate, performedTime, performedZone)
    if (phrase === undefined) return
    context.issues.push({
      code: 'custom',
      input: performedTime,
      path: ['performedTime'],
      params: { phrase, values: {} },
    })
  })
export type NewTestRecord = z.infer<typeof newTestRecord>

/** A day that has begun nowhere on earth is refused as it is, before it is converted to an instant. */
function whyNotPerformed(date: string, time: string, zone: string): 'timeInFuture' | 'skippedHour' | undefined {
  const latest = new Date(Date.now() + clockTolerance)
  if (date > todayIn('Etc/GMT-14', latest)) return 'timeInFuture'
  const at = instantOf(date, time, zone)
  if (at === undefined) return 'skippedHour'
  return at > latest ? 'timeInFuture' : undefined
}
