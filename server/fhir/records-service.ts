import type { RecordSearch } from '../../contract/fhir/endpoints.ts'
import { categories, reportCode, statusOf, statusSystems, type RecordType } from '../../contract/fhir/served.ts'
import { isAmong, type Token } from '../../contract/fhir/written-values.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { Failure, found } from '../platform/failure.ts'
import {
  countWholeLines,
  countWholeRecords,
  findWholeRecord,
  listWholeRecords,
  type LineCode,
  type WholeFilter,
  type WholeRow,
} from '../test-records/service.ts'
import { rowsAsked, rowsReferred } from './asked-ids.ts'
import { loinc, snomed } from './codes.ts'
import { resourcesOf } from './record-resources.ts'
import type { Found, Total } from './searching.ts'

/** Reads a page of the records that match a search, each as resources of one type, and audits that they were opened. */
async function findRecords(scope: ActorScope, type: RecordType, search: RecordSearch, base: string): Promise<Found> {
  const filter = filterOf(type, search, base)
  const { _count, cursor } = search
  const isAsked = lineFilter(search)
  const skipped = search.line ?? 0
  const resourcesIn = (row: WholeRow, at: number) =>
    resourcesOf(type, row, { tenantId: scope.tenant.id })
      .filter((resource, line) => type !== 'Observation' || isAsked(row, line, resource.id ?? ''))
      .slice(at === 0 ? skipped : 0)
  // A record whose lines do not all have room goes on on the next page.
  let resources: ReturnType<typeof resourcesIn> = []
  let line: number | undefined
  let opened = 0
  const wholeOf = (rows: readonly WholeRow[]) => {
    for (const [at, row] of rows.entries()) {
      if (resources.length === _count) return at
      const own = resourcesIn(row, at)
      const room = _count - resources.length
      resources = [...resources, ...own.slice(0, room)]
      opened = at + 1
      if (own.length > room) {
        line = room + (at === 0 ? skipped : 0)
        return at
      }
    }
    return rows.length
  }
  const sort = search._sort === 'date' ? 'performed_at' : '-performed_at'
  const { rows, page } = await listWholeRecords(scope, filter, { per_page: _count, cursor, sort }, wholeOf)
  await recordDoneToAll(
    scope,
    'test-record.opened',
    rows.slice(0, opened).map(({ id }) => id),
  )
  // Lines are counted only where their number is asked for.
  const isCounted = type !== 'Observation' && !page.totalIsCapped
  return {
    resources,
    next: nextOf(page.next ?? cursor, page.next !== null, line),
    total: isCounted ? page.total : undefined,
  }
}

/** The next page begins behind the last whole record of this one, and leaves the lines of the one behind that are here already. */
function nextOf(cursor: string | undefined, hasMore: boolean, line: number | undefined): Found['next'] {
  if (!hasMore && line === undefined) return null
  return { ...(cursor !== undefined && { cursor }), ...(line !== undefined && { line }) }
}

async function countRecords(scope: ActorScope, type: RecordType, search: RecordSearch, base: string): Promise<Total> {
  const filter = filterOf(type, search, base)
  if (type !== 'Observation') return { total: await countWholeRecords(scope, filter) }
  return {
    total: await countWholeLines(
      scope,
      filter,
      search._id?.map((one) => one.toLowerCase()),
    ),
  }
}

export function recordsAs(type: RecordType) {
  return {
    find: (scope: ActorScope, search: RecordSearch, base: string) => findRecords(scope, type, search, base),
    count: (scope: ActorScope, search: RecordSearch, base: string) => countRecords(scope, type, search, base),
  }
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

function filterOf(type: RecordType, search: RecordSearch, base: string): WholeFilter {
  const { _id, _lastUpdated, date, group, category, code, status } = search
  const people = [search.subject, search.patient, search['subject:Patient'], search['patient:Patient']]
  const isOfCategory =
    !isCoded(type) ||
    (category ?? []).every((tokens) => isAmong(tokens, categories[type].system, categories[type].code))
  const isOfCode = type !== 'DiagnosticReport' || (code ?? []).every((tokens) => isAmong(tokens, loinc, reportCode))
  const ofIds = rowsAsked(type === 'Observation' ? _id?.map((one) => one.split('.')[0] ?? '') : _id)
  return {
    ...ofIds,
    // All reports have one code, and all resources of a type have one category.
    ...(!(isOfCategory && isOfCode) && { ids: [] }),
    ...(_lastUpdated !== undefined && { changed: _lastUpdated }),
    ...(date !== undefined && { performed: date }),
    subjectIds: people.flatMap((asked) => asked ?? []).map((references) => rowsReferred(references, base)),
    ...(group !== undefined && { groupIds: rowsReferred(group, base) }),
    ...(status !== undefined && isCoded(type) && { states: statesOf(type, status) }),
    hasSpecimen: type === 'Specimen',
    ...(code !== undefined && type === 'Observation' && { codes: code.map((tokens) => tokens.flatMap(lineCodes)) }),
  }
}

function isCoded(type: RecordType): type is keyof typeof categories {
  return type in categories
}

/** The states of records whose status is one of those that were asked for each time. */
function statesOf(type: keyof typeof statusSystems, asked: readonly (readonly Token[])[]) {
  return (['recorded', 'corrected', 'voided'] as const).filter((state) =>
    asked.every((tokens) => isAmong(tokens, statusSystems[type], statusOf[state])),
  )
}

function lineCodes({ system, code }: Token): LineCode[] {
  return (
    [
      ['loinc', loinc],
      ['snomed', snomed],
    ] as const
  ).flatMap(([own, uri]) => (system === undefined || system === uri ? [{ system: own, code }] : []))
}

/** Tells which lines of the records found were asked for, by their id and their code. */
function lineFilter({ _id, code = [] }: RecordSearch): (row: WholeRow, line: number, id: string) => boolean {
  const asked = _id?.map((one) => one.toLowerCase())
  return (row, line, id) => {
    if (asked !== undefined && !asked.includes(id)) return false
    if (code.length === 0) return true
    const analyte = row.analytes.find(({ id: known }) => known === row.analyte_results[line]?.analyteId)
    const [system, own] = analyte?.loinc ? [loinc, analyte.loinc] : [snomed, analyte?.snomed]
    return Boolean(own) && code.every((tokens) => isAmong(tokens, system, own ?? ''))
  }
}
