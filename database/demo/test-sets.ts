import type { TestingAlgorithmForm } from '../../contract/testing-algorithms/algorithm.ts'
import type { Result } from '../../contract/rules/results.ts'
import { assayRow, type PlacedAssay } from './places.ts'
import type { Random } from './random.ts'
import type { Place, PlacedRecord } from './test-records.ts'

const day = 24 * 60 * 60 * 1000

/** The sets, each with the results of its tests, and the days that have passed since at least. */
const wanted = [
  { results: ['positive', 'positive', 'positive'], state: 'ended', daysAgo: 9 },
  { results: ['positive'], state: 'stopped', daysAgo: 6 },
  { results: ['positive'], state: 'open', daysAgo: 3 },
] as const

/**
 * An algorithm with kits of its own, if the plan has one, and sets of tests that follow it: one with an outcome, one that was
 * stopped, and one whose second test is next. Tests that were recorded on one day become those of a set; nothing may have been done
 * with them before that depends on what they say.
 */
export function buildSets(
  { plan, tenantId: tenant_id, groups, subjects }: Place,
  records: readonly PlacedRecord[],
  openedAt: Date,
  now: Date,
  random: Random,
) {
  const { algorithm } = plan
  if (algorithm === undefined) return { assays: [], algorithms: [], versions: [], sets: [], tests: [] }
  const group = groups.find(({ organisation }) => organisation.name === algorithm.organisation)
  if (group === undefined) throw new Error(`${algorithm.organisation} has no group`)
  const { organisation_id, id: group_id } = group.row
  const assays = algorithm.kits.map((kit): PlacedAssay => {
    const row = { ...assayRow(kit, tenant_id, openedAt, random), organisation_ids: [organisation_id] }
    return { plan: kit, row }
  })
  const form = threeInARow(
    algorithm.name,
    algorithm.analyte,
    assays.map(({ row }) => row.id),
  )
  const algorithm_id = random.idAt(openedAt)
  const withoutAccount = new Set(subjects.filter(({ row }) => row.user_id === null).map(({ row }) => row.id))
  const free = records.filter(
    ({ row }) => row.group_id === group_id && isUntouched(row) && withoutAccount.has(row.subject_id),
  )
  const sets = []
  const tests = []
  for (const { results, state, daysAgo } of wanted) {
    const chosen = inOneDay(free, results.length, new Date(now.getTime() - daysAgo * day))
    const [first] = chosen
    const last = chosen.at(-1)
    if (first === undefined || last === undefined) throw new Error(`${group.row.name} has too few tests`)
    const id = random.idAt(first.row.performed_at)
    for (const [step, { row }] of chosen.entries()) {
      become(row, assays[step], results[step] ?? 'invalid', first.row.subject_id)
      tests.push({ tenant_id, test_set_id: id, test_record_id: row.id, step, counts: true })
    }
    sets.push({
      tenant_id,
      id,
      algorithm_id,
      algorithm_version: 1,
      organisation_id,
      group_id,
      subject_id: first.row.subject_id,
      state,
      outcome: state === 'ended' ? 0 : null,
      deciding_record_id: state === 'ended' ? last.row.id : null,
      started_at: first.row.performed_at,
      started_by: first.row.recorded_by,
      ended_at: state === 'open' ? null : last.row.recorded_at,
      changed_at: state === 'ended' ? last.row.recorded_at : null,
      stop_reason: state === 'stopped' ? 'left' : null,
      version: state === 'open' ? 1 : 2,
    })
  }
  return {
    assays,
    algorithms: [{ tenant_id, id: algorithm_id, version: 1, name: form.name }],
    versions: [{ tenant_id, algorithm_id, version: 1, ...form }],
    sets,
    tests,
  }
}

/** Each kit follows if the one before is positive. Tests that disagree, or do not work, are repeated after 14 days. */
function threeInARow(name: string, analyte: string, assayIds: readonly string[]): TestingAlgorithmForm {
  const [positive, negative, again] = [{ outcome: 0 }, { outcome: 1 }, { outcome: 2 }]
  return {
    name,
    steps: assayIds.map((assayId, at) => ({
      name: `A${at + 1}`,
      assayId,
      ways: {
        positive: at + 1 < assayIds.length ? { step: at + 1 } : positive,
        negative: at === 0 ? negative : again,
        inconclusive: again,
        invalid: again,
      },
    })),
    outcomes: [
      { name: `${analyte} positive`, result: 'positive', followUpDays: null },
      { name: `${analyte} negative`, result: 'negative', followUpDays: null },
      { name: `${analyte} inconclusive`, result: 'inconclusive', followUpDays: 14 },
    ],
  }
}

/** True for a test of which nothing else of the demo tells. */
function isUntouched(row: PlacedRecord['row']): boolean {
  const isCommon = row.result === 'negative' || row.result === 'positive'
  return (
    isCommon &&
    row.state === 'recorded' &&
    row.origin === 'here' &&
    row.second_reading === null &&
    row.device_image_id === null
  )
}

/** Finds the latest tests of one day before a time, each performed after the one before was recorded. */
function inOneDay(records: readonly PlacedRecord[], count: number, before: Date): PlacedRecord[] {
  const days = Map.groupBy(
    records.filter(({ row }) => row.recorded_at < before),
    ({ performed }) => performed.day,
  )
  const inTurn = [...days.values()].map((ofDay) =>
    ofDay.reduce<PlacedRecord[]>((kept, next) => {
      const last = kept.at(-1)
      return last === undefined || last.row.recorded_at <= next.row.performed_at ? [...kept, next] : kept
    }, []),
  )
  return inTurn.findLast(({ length }) => length >= count)?.slice(0, count) ?? []
}

/** Makes a test one with another kit, of somebody. */
function become(row: PlacedRecord['row'], assay: PlacedAssay | undefined, result: Result, subjectId: string): void {
  if (assay === undefined) throw new Error('There are more tests than kits')
  const [line] = assay.plan.analytes
  const [specimen] = assay.plan.specimens
  if (line === undefined || specimen === undefined) throw new Error(`${assay.plan.name} lacks a line or a specimen`)
  Object.assign(row, {
    subject_id: subjectId,
    assay_id: assay.row.id,
    result,
    analyte_results: [{ analyteId: line.id, analyteName: line.name, result }],
    specimen,
    lot: row.lot === null ? null : `${assay.plan.lotPrefix}${row.lot.slice(-4)}`,
    note: null,
  } satisfies Partial<typeof row>)
}
