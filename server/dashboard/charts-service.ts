import type { Query, Reply } from '../../contract/endpoint.ts'
import {
  mostInChart,
  type getDashboardAssays as assaysEndpoint,
  type getDashboardGroups as groupsEndpoint,
  type getDashboardHours as hoursEndpoint,
  type getDashboardLots as lotsEndpoint,
  type getDashboardTrend as trendEndpoint,
} from '../../contract/dashboard/charts.ts'
import { forEachResult, sumOfCounts, totalOf, type ResultCounts } from '../../contract/rules/results.ts'
import { chanceOfInvalid, standsOut } from '../../contract/rules/standing-out.ts'
import type { ActorScope } from '../access/scope.ts'
import { namesOfAssays } from '../assays/service.ts'
import { countByDay, countByGroup, countByHour, countFacet, type FacetRow } from '../test-records/service.ts'

/** Counts tests by day in a zone. */
export async function getTrend(
  scope: ActorScope,
  { zone, ...filter }: Query<typeof trendEndpoint>,
): Promise<Reply<typeof trendEndpoint>> {
  const rows = await countByDay(scope, { ...filter, zone }, zone)
  return { data: rows.map(({ day, ...counts }) => ({ day, counts: countsOf(counts) })) }
}

/** Counts tests by weekday and hour in a zone. */
export async function getHours(
  scope: ActorScope,
  { zone, ...filter }: Query<typeof hoursEndpoint>,
): Promise<Reply<typeof hoursEndpoint>> {
  const rows = await countByHour(scope, { ...filter, zone }, zone)
  return { data: rows.map(({ weekday, hour, ...counts }) => ({ weekday, hour, counts: countsOf(counts) })) }
}

/** Counts tests by group and by organisation. */
export async function getGroups(
  scope: ActorScope,
  filter: Query<typeof groupsEndpoint>,
): Promise<Reply<typeof groupsEndpoint>> {
  const rows = await countByGroup(scope, filter)
  const organisations = [...Map.groupBy(rows, (row) => row.organisation_id)].map(([id, ofOne]) => ({
    id,
    name: ofOne[0]?.organisation_name ?? '',
    status: ofOne[0]?.organisation_status ?? 'active',
    counts: sumOfCounts(ofOne),
  }))
  return {
    data: {
      organisations: organisations.toSorted((a, b) => totalOf(b.counts) - totalOf(a.counts)).slice(0, mostInChart),
      groups: rows.slice(0, mostInChart).map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        organisation: { id: row.organisation_id, name: row.organisation_name },
        counts: countsOf(row),
      })),
      isCapped: rows.length > mostInChart,
    },
  }
}

/** Counts tests by assay, and by line for assays with several lines. */
export async function getAssays(
  scope: ActorScope,
  filter: Query<typeof assaysEndpoint>,
): Promise<Reply<typeof assaysEndpoint>> {
  const [ofAssays, ofLines] = await Promise.all([
    countFacet(scope, filter, 'assay'),
    countFacet(scope, filter, 'line', mostInChart * 20),
  ])
  const counted = ofAssays.slice(0, mostInChart)
  const names = await namesOfAssays(
    scope,
    counted.map((row) => row.assay_id),
  )
  const linesOf = Map.groupBy(ofLines, (row) => row.assay_id)
  return {
    data: {
      assays: counted.map((row) => {
        const named = names.get(row.assay_id)
        return {
          id: row.assay_id,
          name: named?.name ?? '',
          counts: countsOf(row),
          analytes: severalOf(linesOf.get(row.assay_id)).map((line) => ({
            id: line.key,
            name: named?.analytes.get(line.key) ?? '',
            counts: countsOf(line),
          })),
        }
      }),
      isCapped: ofAssays.length > mostInChart,
    },
  }
}

/** A single line repeats the counts of its assay, so it is left out. */
function severalOf(lines: FacetRow[] = []): FacetRow[] {
  return lines.length > 1 ? lines : []
}

/** The number of lots that are compared; those with the most tests are chosen. */
const mostLots = 10_000

/** Counts invalid tests by lot, each compared with the other lots of its assay. */
export async function getLots(
  scope: ActorScope,
  filter: Query<typeof lotsEndpoint>,
): Promise<Reply<typeof lotsEndpoint>> {
  const rows = await countFacet(scope, filter, 'lot', mostLots)
  const ofAssay = new Map([...Map.groupBy(rows, (row) => row.assay_id)].map(([id, lots]) => [id, sumOfCounts(lots)]))
  const held = rows.map((row) => {
    const all = ofAssay.get(row.assay_id) ?? row
    const elsewhere = { total: totalOf(all) - row.total, invalid: all.invalid - row.invalid }
    return { row, elsewhere, chance: chanceOfInvalid({ total: row.total, invalid: row.invalid }, elsewhere) }
  })
  const compared = held.filter(({ chance }) => chance !== null).length
  const judged = held.map((each) => ({ ...each, standsOut: standsOut(each.chance, compared) }))
  const shown = [...judged.filter((lot) => lot.standsOut).toSorted(byChance), ...judged.filter((lot) => !lot.standsOut)]
  const lots = shown.slice(0, mostInChart)
  const names = await namesOfAssays(scope, [...new Set(lots.map(({ row }) => row.assay_id))])
  return {
    data: {
      lots: lots.map(({ row, ...judgement }) => ({
        assay: { id: row.assay_id, name: names.get(row.assay_id)?.name ?? '' },
        lot: row.key,
        total: row.total,
        invalid: row.invalid,
        ...judgement,
      })),
      compared,
      isCapped: rows.length > mostInChart,
    },
  }
}

function byChance(a: { chance: number | null }, b: { chance: number | null }): number {
  return (a.chance ?? 1) - (b.chance ?? 1)
}

/** Leaves out what a row has beside its counts. */
function countsOf(row: ResultCounts): ResultCounts {
  return forEachResult((result) => row[result])
}
