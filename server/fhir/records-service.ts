import type { RecordSearch } from '../../contract/fhir/endpoints.ts'
import { reportCode, searchParameters, type RecordType } from '../../contract/fhir/served.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { findWholeRecord, listWholeRecords, type WholeFilter, type WholeRow } from '../test-records/service.ts'
import { rowsAsked } from './asked-ids.ts'
import { loinc, snomed } from './codes.ts'
import { observationId, resourcesOf } from './record-resources.ts'

/**
 * Reads a page of the records that match a search, each as resources of one type, and audits that they were opened. A page
 * with at most one record may have more Observations than were asked for.
 */
export async function searchRecords(scope: ActorScope, type: RecordType, search: RecordSearch) {
  refuseUnknown(type, search)
  const { _count, cursor } = search
  const mostLines = type === 'Observation' ? { mostLines: _count } : {}
  const { items, page } = await listWholeRecords(scope, filterOf(type, search), {
    per_page: _count,
    cursor,
    ...mostLines,
  })
  await recordDoneToAll(
    scope,
    'test-record.opened',
    items.map(({ id }) => id),
  )
  const isAsked = lineFilter(search)
  const resources = items.flatMap((row) =>
    resourcesOf(type, row, { tenantId: scope.tenant.id }).filter(
      (resource, line) => type !== 'Observation' || isAsked(row, line, resource.id ?? ''),
    ),
  )
  // Lines are not counted, only records.
  const isCounted = type !== 'Observation' && !page.totalIsCapped
  return { resources, next: page.next, total: isCounted ? page.total : undefined }
}

/** Reads one resource and audits that its record was opened. Throws `not-found`. */
export async function readRecord(scope: ActorScope, type: RecordType, id: string) {
  const row = await openRecord(scope, recordIdOf(type, id))
  const resource = resourcesOf(type, row, { tenantId: scope.tenant.id }).find((one) => one.id === id)
  return found(resource)
}

/** Opens a record in the actor's scope and audits that. Throws `not-found`. */
export async function openRecord(scope: ActorScope, recordId: string): Promise<WholeRow> {
  const row = found(await findWholeRecord(scope, recordId))
  await recordDoneToAll(scope, 'test-record.opened', [row.id])
  return row
}

/** The record of a resource's id. Only that of an Observation names a line as well. */
function recordIdOf(type: RecordType, id: string): string {
  const [recordId = '', line] = id.split('.')
  if ((line === undefined) === (type === 'Observation')) throw new Failure('not-found')
  return recordId
}

function refuseUnknown(type: RecordType, search: RecordSearch): void {
  for (const name of ['code', 'status'] as const) {
    if (search[name] !== undefined && !searchParameters[name]?.of?.includes(type)) throw invalid(name, 'unknownField')
  }
}

function filterOf(
  type: RecordType,
  { _id, _lastUpdated, date, subject, patient, group, code, status }: RecordSearch,
): WholeFilter {
  return {
    // The id of an Observation begins with that of its record.
    ...rowsAsked(type === 'Observation' ? _id?.map((one) => one.split('.')[0] ?? '') : _id),
    ...(_lastUpdated !== undefined && { changed: _lastUpdated }),
    ...(date !== undefined && { performed: date }),
    subjectIds: [subject, patient].flatMap((one) => one ?? []),
    ...(group !== undefined && { groupId: group }),
    ...(status !== undefined && { states: status }),
    hasSpecimen: type === 'Specimen',
    ...(code !== undefined && codeFilter(type, code)),
  }
}

type Code = NonNullable<RecordSearch['code']>

/** All reports have one code, and Observations those of their lines. */
function codeFilter(type: RecordType, code: Code): WholeFilter {
  if (type === 'Observation') return { code: code.code }
  return code.code === reportCode && (code.system ?? loinc) === loinc ? {} : { ids: [] }
}

/** Tells which lines of the records found were asked for, by their id and their code. */
function lineFilter({ _id, code }: RecordSearch): (row: WholeRow, line: number, id: string) => boolean {
  const asked = _id?.map((one) => one.toLowerCase())
  return (row, line, id) => {
    if (asked !== undefined && !asked.includes(id || observationId(row.id, line))) return false
    if (code === undefined) return true
    const analyte = row.analytes.find(({ id: known }) => known === row.analyte_results[line]?.analyteId)
    const coding = analyte?.loinc ? [loinc, analyte.loinc] : [snomed, analyte?.snomed]
    return coding[1] === code.code && (code.system ?? coding[0]) === coding[0]
  }
}
