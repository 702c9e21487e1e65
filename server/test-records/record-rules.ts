import type { NewTestRecord } from '../../contract/test-records/new-test-record.ts'
import type { TestRecord } from '../../contract/test-records/test-record.ts'
import { Failure, invalid, type FieldFailure } from '../platform/failure.ts'
import { toSubject } from '../subjects/service.ts'
import type { References } from './recording-repository.ts'

type Checked = Pick<TestRecord, 'organisation' | 'group' | 'recordedBy' | 'subject' | 'assay' | 'analyteResults'>

/**
 * Whether organisation, group, subject, assay and photo of a new record belong together, and what they are. Throws
 * `validation` with all that does not.
 */
export function checkReferences(input: NewTestRecord, references: References | undefined): Checked {
  if (references === undefined) throw invalid('groupId', 'unknownReference')
  const failures: FieldFailure[] = []
  const fail = (field: string, phrase: FieldFailure['phrase']) => failures.push({ field, phrase, values: {} })
  if (references.is_suspended) fail('groupId', 'suspendedPlace')
  if (references.subject_id === null) fail('subjectId', 'unknownReference')
  if (references.date_of_birth !== null && input.performedDate < references.date_of_birth)
    fail('performedDate', 'beforeBirth')
  if (references.assay_id === null) fail('assayId', 'unknownReference')
  if (input.specimen !== null && !(references.specimens ?? []).includes(input.specimen)) fail('specimen', 'choice')
  if (input.deviceImageId === null && references.image_required === true) fail('deviceImageId', 'required')
  if (input.deviceImageId !== null && (references.image_id === null || references.image_is_taken)) {
    fail('deviceImageId', 'unknownReference')
  }
  const analyteResults = resultsOfAnalytes(input, references)
  if (references.assay_id !== null && analyteResults === undefined) fail('analyteResults', 'analytesComplete')
  if (failures.length > 0) throw new Failure('validation', { fields: failures })
  return {
    organisation: { id: references.organisation_id, name: references.organisation_name },
    group: { id: references.group_id, name: references.group_name },
    recordedBy: { id: references.user_id, name: references.user_name },
    // Both were found, or a failure was thrown above.
    subject: { ...toSubject(references as Found<typeof references>), groupId: references.group_id },
    assay: assayOf(references as Found<typeof references>),
    analyteResults: analyteResults ?? [],
  }
}

type Found<T> = T & {
  [K in 'subject_id' | 'subject_kind' | 'subject_group_id' | 'assay_id' | 'assay_name']: NonNullable<T[K & keyof T]>
}

function assayOf(row: Found<References>): TestRecord['assay'] {
  return { id: row.assay_id, name: row.assay_name, manufacturer: row.manufacturer, model: row.model }
}

/** One offered result for each analyte of the assay, in the assay's order; undefined when it is not exactly that. */
function resultsOfAnalytes(input: NewTestRecord, { analytes, offered_results }: References) {
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
