import type { Query } from '../../contract/endpoint.ts'
import { toDataValues, type DataValueSet, type ValuePlace } from '../../contract/monthly-reports/data-values.ts'
import { mostReportRows, type getMonthlyReport as endpoint } from '../../contract/monthly-reports/endpoints.ts'
import type { ChangedCode, ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { todayIn } from '../../contract/rules/dates.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { invalid } from '../platform/failure.ts'
import { countMonth, deleteCode, findCoded, keepMade, listCodes, listMade, upsertCodes } from './repository.ts'

/** Counts a month for the actor. Throws `validation` at `month` when there are too many rows for one report. */
export async function getMonthlyReport(
  scope: ActorScope,
  query: Query<typeof endpoint>,
): Promise<{ rows: ReportRow[]; codes: ReportCode[]; made: ValuePlace[] }> {
  const rows = await countMonth(scope, query, mostReportRows)
  if (rows.length > mostReportRows) throw invalid('month', 'reportTooLarge')
  const places = new Set(rows.flatMap(({ organisation, group }) => [organisation.id, group.id]))
  // Codes of other places would tell the actor of places that they may not see.
  const codes = (await listCodes(scope)).filter(({ kind, key }) => kind !== 'place' || places.has(key))
  return { rows, codes, made: await listMade(scope, query) }
}

/** Makes the file of a month for DHIS2, remembers what it counts, and audits that. Throws as `getMonthlyReport` does. */
export async function makeDataValueSet(scope: ActorScope, query: Query<typeof endpoint>): Promise<DataValueSet> {
  const report = await getMonthlyReport(scope, query)
  const { set, counted } = toDataValues(report, query.month)
  await keepMade(scope, query.month, counted)
  const { month, zone, ...places } = query
  await recordDone(scope, 'tenant.month-reported', scope.tenant.id, {
    // Each says the clock: that of the place of each test, or of the zone.
    filter: { ...(zone === undefined ? { month } : { from: `${month}-01`, zone }), ...places },
    rows: set.dataValues.length,
  })
  const { dataValues, ...of } = set
  return { ...of, ...completionOf(scope, query, { set, ...report }), dataValues }
}

/**
 * Says that the data set is complete: once the month is over, for the values of one organisation unit, as DHIS2 takes no other, and not
 * if the report may count a part of what that stands for.
 */
function completionOf(
  { actor, now }: ActorScope,
  { month, zone, group_id }: Query<typeof endpoint>,
  { set, rows, codes }: { set: DataValueSet; rows: readonly ReportRow[]; codes: readonly ReportCode[] },
): Pick<DataValueSet, 'completeDate' | 'orgUnit'> {
  // Without a zone, the month is over once it is over everywhere.
  const today = todayIn(zone ?? 'Etc/GMT+12', now)
  const [orgUnit, ...others] = new Set(set.dataValues.map((value) => value.orgUnit))
  const isNarrow = group_id !== undefined || actor.userType === 'group' || actor.userType === 'clinical'
  const ownCodes = new Set(codes.flatMap(({ kind, key }) => (kind === 'place' ? [key] : [])))
  const isPart = isNarrow && !rows.every(({ group }) => ownCodes.has(group.id))
  const isOver = today.slice(0, month.length) > month
  if (set.dataSet === undefined || orgUnit === undefined || others.length > 0 || isPart || !isOver) return {}
  return { completeDate: today, orgUnit }
}

/** Sets and removes codes, and returns all of them. Throws `validation` for a place or an assay that the tenant has not. */
export async function changeReportCodes(scope: ActorScope, changes: readonly ChangedCode[]): Promise<ReportCode[]> {
  const named = changes.flatMap(({ kind, key }) => (kind === 'place' || kind === 'tests' ? [key.slice(0, 36)] : []))
  const known = await findCoded(scope, named)
  if (named.some((id) => !known.has(id))) throw invalid('codes', 'unknownReference')
  const before = await listCodes(scope)
  const standing = new Map(before.map(({ kind, key, code }) => [`${kind} ${key}`, code]))
  const changed = changes.filter(({ kind, key, code }) => (standing.get(`${kind} ${key}`) ?? null) !== code)
  if (changed.length === 0) return before
  // The last one counts of several changes of one code.
  const last = [...new Map(changed.map((change) => [`${change.kind} ${change.key}`, change])).values()]
  await upsertCodes(
    scope,
    last.flatMap(({ code, ...one }) => (code === null ? [] : [{ ...one, code }])),
  )
  for (const one of last) if (one.code === null) await deleteCode(scope, one)
  await recordDone(scope, 'tenant.report-codes-changed', scope.tenant.id, { rows: last.length })
  return await listCodes(scope)
}
