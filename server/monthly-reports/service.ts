import type { Query } from '../../contract/endpoint.ts'
import { toDataValues, type DataValueSet } from '../../contract/monthly-reports/data-values.ts'
import { mostReportRows, type getMonthlyReport as endpoint } from '../../contract/monthly-reports/endpoints.ts'
import type { ChangedCode, ReportCode } from '../../contract/monthly-reports/report-codes.ts'
import type { ReportRow } from '../../contract/monthly-reports/report-rows.ts'
import { recordDone } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { invalid } from '../platform/failure.ts'
import { countMonth, deleteCode, findCoded, listCodes, upsertCodes } from './repository.ts'

/** Counts a month for the actor. Throws `validation` at `month` when there are too many rows for one report. */
export async function getMonthlyReport(
  scope: ActorScope,
  query: Query<typeof endpoint>,
): Promise<{ rows: ReportRow[]; codes: ReportCode[] }> {
  const rows = await countMonth(scope, query, mostReportRows)
  if (rows.length > mostReportRows) throw invalid('month', 'reportTooLarge')
  const places = new Set(rows.flatMap(({ organisation, group }) => [organisation.id, group.id]))
  // Codes of other places would tell the actor of places that they may not see.
  const codes = (await listCodes(scope)).filter(({ kind, key }) => kind !== 'place' || places.has(key))
  return { rows, codes }
}

export async function getDataValueSet(scope: ActorScope, query: Query<typeof endpoint>): Promise<DataValueSet> {
  const { rows, codes } = await getMonthlyReport(scope, query)
  return toDataValues(rows, codes, query.month).set
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
