import { makeTestId } from '../../contract/rules/test-id.ts'
import type { Origin } from '../../contract/test-records/origin.ts'
import type { SecondReading } from '../../contract/test-records/test-record.ts'
import { overallResult, type Result } from '../../contract/rules/results.ts'
import { recentDays, weekdayOf, workingTime } from './calendar.ts'
import type { PlacedAssay, PlacedGroup } from './places.ts'
import type { TenantPlan } from './plan.ts'
import type { Random } from './random.ts'
import { decideResults, linesFor, type Undecided } from './results.ts'
import type { PlacedSubject } from './subjects.ts'
import type { Member } from './users.ts'

const recordsPerTenant = 4000
const minute = 60 * 1000
const notes = [
  'Repeat in 48 hours if symptoms go on.',
  'Sample was small.',
  'Second person read the result.',
  'Symptoms since yesterday.',
  'Routine test before admission.',
  'Contact of a positive case.',
]

export type RecordRow = ReturnType<typeof recordRow>

/** A test record with the local date and time at which it was performed. */
export interface PlacedRecord {
  row: RecordRow
  performed: { day: string; time: string }
}

export interface Place {
  plan: TenantPlan
  tenantId: string
  groups: readonly PlacedGroup[]
  assays: readonly PlacedAssay[]
  members: readonly Member[]
  subjects: readonly PlacedSubject[]
}

interface Test extends Undecided {
  group: PlacedGroup
  assay: PlacedAssay
  day: string
  time: string
  at: Date
}

/** Builds the 4,000 records of a tenant over the last 120 days, the earliest first. */
export function buildRecords(place: Place, now: Date, random: Random): PlacedRecord[] {
  const tests = buildTests(place, now, random).sort((a, b) => a.at.getTime() - b.at.getTime())
  decideResults(tests, random)
  const recorders = place.groups.map((group) => place.members.filter((member) => mayRecordIn(group, member)))
  const subjects = place.groups.map((group) => place.subjects.filter(({ row }) => row.group_id === group.row.id))
  const usedIds = new Set<string>()
  return tests.map((test, index) => {
    const people = subjects[test.groupIndex] ?? []
    // Subjects with a patient account come first in their group. Each of them is tested now and then.
    const subject = index % 60 === 0 ? people[0] : random.pick(people)
    const recorder = random.pick(recorders[test.groupIndex] ?? [])
    if (subject === undefined) throw new Error(`${test.group.plan.name} has no subject`)
    const row = recordRow(place, test, subject.row.id, recorder.row.id, newTestId(place, usedIds, random), now, random)
    return { row, performed: { day: test.day, time: test.time } }
  })
}

function buildTests({ plan, groups, assays }: Place, now: Date, random: Random): Test[] {
  const days = recentDays(plan.zone, now).map((date, daysBack) => ({ date, daysBack, weekday: weekdayOf(date) }))
  return Array.from({ length: recordsPerTenant }, () => {
    const group = random.pickWeighted(groups, (candidate) => candidate.plan.weight)
    const chosen = random.pickWeighted(days, ({ daysBack, weekday }) => {
      const busy = group.organisation.week[weekday]
      // A working day has some records even when it has only just begun.
      return daysBack === 0 && busy > 0 ? Math.max(busy, 3) * 0.35 : busy
    })
    const names = Object.entries(group.organisation.assays)
    const [assayName] = random.pickWeighted(names, ([, share]) => share)
    const assay = assays.find(({ row }) => row.name === assayName)
    if (assay === undefined) throw new Error(`${plan.slug} has no assay ${assayName}`)
    const { time, at } = workingTime(chosen.date, plan.zone, group.organisation.hours, now, random)
    const lot = random.chance(0.85) ? lotInUse(assay, at) : null
    const { daysBack } = chosen
    return {
      group,
      groupIndex: groups.indexOf(group),
      assay,
      day: chosen.date,
      daysBack,
      time,
      at,
      lot,
      result: 'negative',
    }
  })
}

/** Names the lot in use at a time: a new one each month, such as TW2604 in April 2026. */
function lotInUse({ plan }: PlacedAssay, at: Date): string {
  return `${plan.lotPrefix}${at.toISOString().slice(2, 7).replace('-', '')}`
}

/** Tells whether a member can record tests in a group. */
export function mayRecordIn({ row }: PlacedGroup, { row: user, groups }: Member): boolean {
  if (user.email_verified_at === null) return false
  if (user.user_type === 'provider' || user.user_type === 'organisation') {
    return user.organisation_id === row.organisation_id
  }
  return groups.some((group) => group.row.id === row.id)
}

function newTestId({ plan }: Place, used: Set<string>, random: Random): string {
  const testId = makeTestId(plan.idPrefix, () => random.below(32))
  if (used.has(testId)) return newTestId({ plan } as Place, used, random) // only the plan is read
  used.add(testId)
  return testId
}

function recordRow(
  { plan, tenantId }: Place,
  { group, assay, at, lot, result }: Test,
  subjectId: string,
  recordedBy: string,
  testId: string,
  now: Date,
  random: Random,
) {
  const recordedAt = new Date(
    Math.min(at.getTime() + random.between(1, 35) * minute + random.below(minute), now.getTime()),
  )
  const lines = linesFor(result, assay.row.analytes, random)
  const hasCoordinates = random.chance(0.3)
  return {
    tenant_id: tenantId,
    id: random.idAt(recordedAt),
    test_id: testId,
    organisation_id: group.row.organisation_id,
    group_id: group.row.id,
    subject_id: subjectId,
    assay_id: assay.row.id,
    result: overallResult(lines),
    analyte_results: assay.row.analytes.map(({ id, name }, index) => ({
      analyteId: id,
      analyteName: name,
      result: lines[index] ?? ('invalid' satisfies Result as Result), // linesFor returns one result for each analyte
    })),
    specimen: random.pick(assay.row.specimens).name,
    performed_at: at,
    performed_zone: plan.zone,
    location: random.chance(0.8) ? `${random.pick(group.organisation.rooms)}, ${group.plan.name}` : group.plan.location,
    latitude: hasCoordinates ? nearby(group.plan.latitude, random) : null,
    longitude: hasCoordinates ? nearby(group.plan.longitude, random) : null,
    device_image_id: null as string | null,
    lot,
    lot_expiry: lot === null ? null : expiryOf(at),
    note: random.chance(0.08) ? random.pick(notes) : null,
    state: 'recorded' as 'recorded' | 'corrected' | 'voided',
    second_reading: null as SecondReading | null,
    recorded_by: recordedBy,
    recorded_at: recordedAt,
    origin: 'here' as Origin,
    origin_id: null as string | null,
    source_recorded_by: null as string | null,
    version: 1,
    updated_at: recordedAt,
  }
}

/** A lot lasts 15 months from the month in which it comes into use, to the last day of the month. */
function expiryOf(at: Date): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 16, 0)).toISOString().slice(0, 10)
}

/** Shifts a coordinate by at most about 300 metres, rounded to five decimals (about a metre). */
function nearby(degrees: number, random: Random): number {
  return Number((degrees + (random.fraction() - 0.5) * 0.005).toFixed(5))
}
