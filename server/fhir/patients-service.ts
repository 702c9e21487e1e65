import type { PatientSearch } from '../../contract/fhir/endpoints.ts'
import { answerParameters } from '../../contract/fhir/served.ts'
import { isAmong, type Token } from '../../contract/fhir/written-values.ts'
import { noDetails, sex, type PersonDetails } from '../../contract/subjects/details.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { found } from '../platform/failure.ts'
import {
  countPatientRows,
  findDetailsOf,
  findMergedPatients,
  findPatientRow,
  listPatientRows,
  toSubject,
  type PatientFilter,
  type PatientRow,
  type WantedIdentifier,
} from '../subjects/service.ts'
import { rowsAsked, rowsReferred } from './asked-ids.ts'
import { mergedPatientOf, nhsSystem, patientOf, uriSystem } from './patient.ts'
import { instantOf } from './record-resources.ts'
import type { Found, Total } from './searching.ts'

/** Reads a page of the subjects that match a search, and audits that each was opened. */
async function findPatients(scope: ActorScope, query: PatientSearch, base: string): Promise<Found> {
  const { _count, _sort, cursor } = query
  const filter = filterOf(scope, query, base)
  const sort = _sort === '-_id' ? '-id' : 'id'
  const { items, page } = await listPatientRows(scope, filter, { per_page: _count, cursor, sort })
  const resources = await asPatients(scope, items)
  const merged = cursor === undefined ? await mergedAmong(scope, query) : []
  return {
    resources: [...resources, ...merged],
    next: page.next === null ? null : { cursor: page.next },
    total: page.totalIsCapped ? undefined : page.total + merged.length,
  }
}

async function countPatients(scope: ActorScope, query: PatientSearch, base: string): Promise<Total> {
  const merged = await mergedAmong(scope, query)
  return { total: (await countPatientRows(scope, filterOf(scope, query, base))) + merged.length }
}

export const patients = { find: findPatients, count: countPatients }

/** Those who were merged are found by their id, as they are read, and by nothing else. */
async function mergedAmong(scope: ActorScope, { _id, ...others }: PatientSearch) {
  const isById = !Object.keys(others).some((name) => !answerParameters.some((known) => known === name))
  const { ids = [] } = isById ? rowsAsked(_id) : {}
  return ids.length === 0 ? [] : (await findMergedPatients(scope, ids)).map(mergedPatientOf)
}

function filterOf(scope: ActorScope, query: PatientSearch, base: string): PatientFilter {
  const { _id, _lastUpdated, group, identifier, name, family, given, birthdate, gender } = query
  const keepsSex = scope.tenant.subjectDetails.includes('sex')
  return {
    ...rowsAsked(_id),
    ...(group !== undefined && { groupIds: rowsReferred(group, base) }),
    ...(_lastUpdated !== undefined && { changed: _lastUpdated }),
    ...(birthdate !== undefined && { born: birthdate }),
    ...(identifier !== undefined && {
      identifiers: identifier.map((one) => one.flatMap((token) => idsIn(scope, token))),
    }),
    names: [...namesIn('any', name), ...namesIn('last', family), ...namesIn('first', given)],
    // A tenant that does not keep it knows of nobody.
    ...(gender !== undefined && {
      sexes: gender.map((tokens) => sex.options.filter((one) => isAmong(tokens, genderSystem, one))),
      keepsSex,
    }),
  }
}

const genderSystem = 'http://hl7.org/fhir/administrative-gender'

function namesIn(part: 'any' | 'last' | 'first', sent: readonly (readonly string[])[] = []) {
  return sent.map((texts) => ({ part, texts }))
}

/** The identifiers that a token may be, as a Patient has them. */
function idsIn({ tenant }: ActorScope, { system, code }: Token): WantedIdentifier[] {
  if (code === undefined) return []
  const uuid = /^urn:uuid:(.*)$/i.exec(code)?.[1]
  const groupId = rowsAsked([/^urn:uuid:(.*)$/i.exec(system ?? '')?.[1] ?? '']).ids?.[0]
  const is = (own: string) => system === undefined || system === own
  return [
    ...(is(uriSystem) ? (rowsAsked([uuid ?? '']).ids ?? []).map((value) => ({ kind: 'id' as const, value })) : []),
    ...(is(nhsSystem) && tenant.subjectDetails.includes('nhsNumber') ? [{ kind: 'nhs' as const, value: code }] : []),
    ...(system === undefined || groupId !== undefined ? [{ kind: 'local' as const, value: code, groupId }] : []),
    ...(is('') ? [{ kind: 'custom' as const, value: code }] : []),
  ]
}

/**
 * Reads one subject, and audits that. One that was merged into another who is seen says who that is. Throws `not-found`.
 */
export async function readPatient(scope: ActorScope, subjectId: string) {
  const row = await findPatientRow(scope, subjectId)
  if (row !== undefined) return found((await asPatients(scope, [row]))[0])
  const merged = found((await findMergedPatients(scope, [subjectId]))[0])
  await recordDoneToAll(scope, 'subject.opened', [merged.kept_id])
  return mergedPatientOf(merged)
}

async function asPatients(scope: ActorScope, rows: readonly PatientRow[]) {
  const ids = rows.map(({ subject_id }) => subject_id)
  const isKept = scope.tenant.subjectDetails.length > 0 && ids.length > 0
  const details = new Map((isKept ? await findDetailsOf(scope, ids) : []).map((one) => [one.subjectId, one.details]))
  await recordDoneToAll(scope, 'subject.opened', ids)
  return rows.map((row) =>
    patientOf({
      ...toSubject(row),
      updatedAt: instantOf(row.changed_at),
      mergedIds: row.merged_ids,
      details: keptBy(scope, details.get(row.subject_id) ?? noDetails),
    }),
  )
}

/** Leaves of a subject's details the kinds that the tenant keeps now. */
export function keptBy({ tenant }: Pick<ActorScope, 'tenant'>, details: PersonDetails): PersonDetails {
  const kept = tenant.subjectDetails.map((kind) => [kind, details[kind]])
  return { ...noDetails, ...Object.fromEntries(kept) }
}
