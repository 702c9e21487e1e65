import type { NewTestRecord } from '../../../contract/test-records/new-test-record.ts'
import type { Origin } from '../../../contract/test-records/origin.ts'
import type { TestRecord } from '../../../contract/test-records/test-record.ts'
import { Failure, invalid, type FieldFailure } from '../../platform/failure.ts'
import { toSubject } from '../../subjects/service.ts'
import { instantOf } from '../../../contract/rules/dates.ts'
import type { References } from './repository.ts'

type Checked = Pick<TestRecord, 'organisation' | 'group' | 'phone' | 'subject' | 'assay' | 'analyteResults'> & {
  assayVersion: number
}

/**
 * Checks that organisation, group, subject, assay and photo of a new record belong together, and returns them. Throws
 * `validation` with everything that does not.
 */
export function checkReferences(input: NewTestRecord, references: References | undefined, origin: Origin): Checked {
  if (references === undefined) throw invalid('groupId', 'unknownReference')
  const { failures, analyteResults } = checkContent(input, references, { subject: false, photo: false, origin })
  failures.unshift(...closedTo(input, references))
  if (failures.length > 0) throw new Failure('validation', { fields: failures })
  return {
    organisation: { id: references.organisation_id, name: references.organisation_name },
    group: { id: references.group_id, name: references.group_name },
    phone: references.phone,
    // Both were found, or a failure was thrown above.
    subject: { ...toSubject(references as Found<typeof references>), groupId: references.group_id },
    assay: assayOf(references as Found<typeof references>),
    assayVersion: (references as Found<typeof references>).assay_version,
    analyteResults: analyteResults ?? [],
  }
}

/** The fields of a test that is started. */
export type Sample = Pick<
  NewTestRecord,
  | 'organisationId'
  | 'groupId'
  | 'subjectId'
  | 'assayId'
  | 'assayVersion'
  | 'specimen'
  | 'performedDate'
  | 'performedTime'
  | 'performedZone'
  | 'performedOffset'
>

/**
 * Checks a test that is started and has no result yet. Returns the version of its assay and the minutes after which it
 * is read. Throws `validation` with everything that does not belong together.
 */
export function checkSample(sample: Sample, references: References | undefined) {
  if (references === undefined) throw invalid('groupId', 'unknownReference')
  const failures = [...closedTo(sample, references), ...sampleFaults(sample, references, { isSubjectKept: false })]
  if (failures.length > 0) throw new Failure('validation', { fields: failures })
  const { assay_version, read_from_minutes, read_until_minutes } = references as Found<References>
  return { assayVersion: assay_version, readFromMinutes: read_from_minutes, readUntilMinutes: read_until_minutes }
}

/** Lists the faults of suspended places and retired assays. */
function closedTo(sample: Sample, { is_suspended, retired_at }: References): FieldFailure[] {
  return [
    ...(is_suspended ? [failure('groupId', 'suspendedPlace')] : []),
    ...(retired_at !== null && isAfter(sample, retired_at) ? [failure('assayId', 'assayRetired')] : []),
  ]
}

/** The parts that a correction keeps or, for a photo, restores, and that need no new check; and where the record is from. */
interface Kept {
  subject: boolean
  photo: boolean
  /** Only a result that was read here needs a photo, because a file holds none. */
  origin: Origin
}

/**
 * Checks a record's new content. A record stays correctable when its group was suspended or its assay retired
 * meanwhile. Returns the results of the analytes. Throws `validation` with everything that does not fit.
 */
export function checkCorrection(
  input: NewTestRecord,
  references: References | undefined,
  kept: Kept,
): TestRecord['analyteResults'] {
  if (references === undefined) throw new Failure('not-found')
  const { failures, analyteResults } = checkContent(input, references, kept)
  if (failures.length > 0) throw new Failure('validation', { fields: failures })
  return analyteResults ?? []
}

/** Lists the faults of subject, time, assay and specimen. */
function sampleFaults(
  sample: Sample,
  references: References,
  { isSubjectKept }: { isSubjectKept: boolean },
): FieldFailure[] {
  const { subject_id, date_of_birth, assay_id, specimens } = references
  const { performedDate, specimen } = sample
  return [
    ...(subject_id === null && !isSubjectKept ? [failure('subjectId', 'unknownReference')] : []),
    ...(date_of_birth !== null && performedDate < date_of_birth ? [failure('performedDate', 'beforeBirth')] : []),
    ...(assay_id === null ? [failure('assayId', 'unknownReference')] : []),
    ...(specimen !== null && !(specimens ?? []).some(({ name }) => name === specimen)
      ? [failure('specimen', 'choice')]
      : []),
  ]
}

/** Lists the faults of subject, time, assay, specimen, photo and results. */
function checkContent(input: NewTestRecord, references: References, kept: Kept) {
  const failures = sampleFaults(input, references, { isSubjectKept: kept.subject })
  const fail = (field: string, phrase: FieldFailure['phrase']) => failures.push(failure(field, phrase))
  const needsPhoto = references.image_required === true && kept.origin !== 'import'
  if (input.deviceImageId === null && needsPhoto) fail('deviceImageId', 'required')
  if (
    input.deviceImageId !== null &&
    !kept.photo &&
    ((references.image_id ?? null) === null || references.image_is_taken === true)
  ) {
    fail('deviceImageId', 'unknownReference')
  }
  const analyteResults = resultsOfAnalytes(input, references)
  if (references.assay_id !== null && analyteResults === undefined) fail('analyteResults', 'analytesComplete')
  return { failures, analyteResults }
}

function failure(field: string, phrase: FieldFailure['phrase']): FieldFailure {
  return { field, phrase, values: {} }
}

type Found<T> = T & {
  [
    K in
      | 'subject_id'
      | 'subject_kind'
      | 'subject_group_id'
      | 'assay_id'
      | 'assay_version'
      | 'assay_name'
      | 'read_from_minutes'
      | 'read_until_minutes'
  ]: NonNullable<T[K & keyof T]>
}

function assayOf(row: Found<References>): TestRecord['assay'] {
  return { id: row.assay_id, name: row.assay_name, manufacturer: row.manufacturer, model: row.model }
}

/** Tells whether a test was done after an instant. A time that does not exist is reported elsewhere. */
function isAfter({ performedDate, performedTime, performedZone, performedOffset }: Sample, at: Date): boolean {
  const performedAt = instantOf(performedDate, performedTime, performedZone, performedOffset)
  return performedAt !== undefined && performedAt > at
}

/** Returns one offered result per analyte in the assay's order; undefined unless there is exactly one for each. */
export function resultsOfAnalytes(
  input: Pick<NewTestRecord, 'analyteResults'>,
  { analytes, offered_results }: Pick<References, 'analytes' | 'offered_results'>,
): TestRecord['analyteResults'] | undefined {
  const given = new Map(input.analyteResults.map(({ analyteId, result }) => [analyteId, result]))
  if (analytes === null || given.size !== analytes.length || input.analyteResults.length !== analytes.length)
    return undefined
  const results: TestRecord['analyteResults'] = []
  for (const analyte of analytes) {
    const result = given.get(analyte.id)
    if (result === undefined || !(offered_results ?? []).includes(result)) return undefined
    results.push({ analyteId: analyte.id, analyteName: analyte.name, result })
  }
  return results
}
