import { expect } from 'vitest'
import { results, totalOf, type Result } from '../../contract/rules/results.ts'
import { localParts } from '../../contract/rules/dates.ts'
import type { Client } from './client.ts'

/** A filter of the list, as in its address. */
export type Filter = Record<string, string>

/** The values of a record that charts count. */
export interface Counted {
  at: Date
  organisation_id: string
  group_id: string
  assay_id: string
  lot: string | null
  reading: string | null
  result: Result
  lines: { analyteId: string; result: Result }[]
}

/** A number of a chart, with the filter of the list behind it. */
export interface Figure {
  chart: string
  count: number
  /** The filter values that the figure adds to the chart's filter; null when no list can be filtered so. */
  names: Filter | null
  /** Tells whether a record that matches the chart's filter is counted in this figure. */
  holds: (record: Counted) => boolean
}

type Counts = Record<Result, number>

/** Lists every figure of every chart of the dashboard, for a filter and a zone. */
export async function figuresOf(client: Client, filter: Filter, zone: string): Promise<Figure[]> {
  const get = async (chart: string, more: Filter = {}) => {
    const response = await client.get(`/dashboard${chart}`, { ...filter, ...more })
    expect(response.statusCode, response.body).toBe(200)
    return response.json().data
  }
  const [all, trend, hours, places, { assays }, { lots }] = await Promise.all([
    get(''),
    get('/trend', { zone }),
    get('/hours', { zone }),
    get('/groups'),
    get('/assays'),
    get('/lots'),
  ])
  const byResult = (chart: string, counts: Counts, names: Filter, holds: Figure['holds'] = () => true): Figure[] => [
    { chart, count: totalOf(counts), names, holds },
    // A filter by result leaves only that result, which equals the total.
    ...(filter.result === undefined
      ? results.map((result) => ({
          chart: `${chart} ${result}`,
          count: counts[result],
          names: { ...names, result },
          holds: (record: Counted) => record.result === result && holds(record),
        }))
      : []),
  ]
  const days = trend.flatMap(({ day, counts }: { day: string; counts: Counts }) =>
    byResult(`day ${day}`, counts, withinDay(filter, day, zone), ({ at }) => localParts(at, zone).day === day),
  )
  const ofHours = hours.flatMap(({ weekday, hour, counts }: { weekday: number; hour: number; counts: Counts }) =>
    byResult(
      `hour ${hour} of weekday ${weekday}`,
      counts,
      { weekday: String(weekday), hour: String(hour), zone },
      (record) => {
        const { day, time } = localParts(record.at, zone)
        return Number(time.slice(0, 2)) === hour && (new Date(day).getUTCDay() || 7) === weekday
      },
    ),
  )
  const ofPlaces = (key: 'organisation_id' | 'group_id', shown: { id: string; counts: Counts }[]) =>
    shown.flatMap(({ id, counts }) => byResult(key, counts, { [key]: id }, (record) => record[key] === id))
  const ofAssays = assays.flatMap(({ id, counts, analytes }: { id: string; counts: Counts; analytes: Line[] }) => [
    ...byResult('assay', counts, { assay_id: id }, (record) => record.assay_id === id),
    ...analytes.flatMap((line) => ofLine(filter, id, line)),
  ])
  const ofLots = lots.flatMap((lot: Lot): Figure[] => {
    const names = { assay_id: lot.assay.id, lot: lot.lot }
    const holds = (record: Counted) => record.assay_id === lot.assay.id && record.lot === lot.lot
    const isElsewhere = (record: Counted) =>
      record.assay_id === lot.assay.id && record.lot !== null && record.lot !== lot.lot
    const isInvalid = ({ result }: Counted) => result === 'invalid'
    return [
      { chart: 'lot', count: lot.total, names, holds },
      { chart: 'lot elsewhere', count: lot.elsewhere.total, names: null, holds: isElsewhere },
      ...(filter.result === undefined
        ? [
            {
              chart: 'invalid of lot',
              count: lot.invalid,
              names: { ...names, result: 'invalid' },
              holds: (record: Counted) => holds(record) && isInvalid(record),
            },
          ]
        : []),
    ]
  })
  const reads = [
    ['inTime', 'in-time'],
    ['early', 'early'],
    ['late', 'late'],
  ] as const
  const ofReads = reads.map(([key, reading]): Figure => ({
    chart: `read ${reading}`,
    count: all.read[key],
    names: key === 'inTime' || filter.reading !== undefined ? null : { reading },
    holds: (record) => record.reading === reading,
  }))
  const everywhere = byResult('all', all.counts, {})
  const sum = (shown: { counts: Counts }[]) => shown.reduce((total, { counts }) => total + totalOf(counts), 0)
  expect([trend, hours, places.organisations, places.groups, assays].map(sum), 'the sums of the charts').toEqual(
    Array.from({ length: 5 }, () => totalOf(all.counts)),
  )
  return [
    ...everywhere,
    ...days,
    ...ofHours,
    ...ofPlaces('organisation_id', places.organisations),
    ...ofPlaces('group_id', places.groups),
    ...ofAssays,
    ...ofLots,
    ...ofReads,
  ]
}

interface Line {
  id: string
  counts: Counts
}

interface Lot {
  assay: { id: string }
  lot: string
  total: number
  invalid: number
  elsewhere: { total: number; invalid: number }
}

function ofLine(filter: Filter, assay: string, line: Line): Figure[] {
  return results.map((result) => ({
    chart: `line ${line.id} ${result}`,
    count: line.counts[result],
    // The list can only filter by one line.
    names: filter.analyte_id === undefined ? { assay_id: assay, analyte_id: line.id, analyte_result: result } : null,
    holds: ({ assay_id, lines }) =>
      assay_id === assay && lines.some((one) => one.analyteId === line.id && one.result === result),
  }))
}

/** Narrows a filter to a day in a zone. */
function withinDay({ from, to }: Filter, day: string, zone: string): Filter {
  const { first, last } = boundsOf(day, zone)
  return {
    from: from !== undefined && Date.parse(from) > first ? from : new Date(first).toISOString(),
    to: to !== undefined && Date.parse(to) < last ? to : new Date(last).toISOString(),
  }
}

/** Returns the first and last millisecond of a day in a zone, even if it does not begin at midnight. */
export function boundsOf(day: string, zone: string): { first: number; last: number } {
  const startOf = (date: number): number => {
    const wanted = new Date(date).toISOString().slice(0, 10)
    let [before, after] = [date - 15 * hour, date + 15 * hour]
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (localParts(new Date(middle), zone).day < wanted) before = middle
      else after = middle
    }
    return after
  }
  const date = Date.parse(`${day}T00:00:00Z`)
  return { first: startOf(date), last: startOf(date + 24 * hour) - 1 }
}

const hour = 60 * 60 * 1000
