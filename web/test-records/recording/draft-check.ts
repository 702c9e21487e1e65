import type * as z from 'zod/mini'
import type { AssayListItem } from '../../../contract/assays/assay.ts'
import { fieldsOf, messageOf, tooLongIn, type RuleMessage } from '../../../contract/phrases/message-of.ts'
import { instantsOf } from '../../../contract/rules/dates.ts'
import type { IdentifiesBy } from '../../../contract/subjects/detail-kinds.ts'
import { missingIdentifiers, subjectLookup } from '../../../contract/subjects/subject.ts'
import { newSubject } from '../../../contract/subjects/whole-subject.ts'
import type { SubjectSettings } from '../../../contract/tenants/preferences.ts'
import { keyed, sampleTexts } from '../../../contract/test-records/content-parts.ts'
import { isLotExpired, newTestRecord } from '../../../contract/test-records/new-test-record.ts'
import { parseBirthDate, parseTypedDate } from '../../ui/typed-date.ts'
import { parseTypedTime } from '../../ui/typed-time.ts'
import type { Draft } from './draft.ts'

/** One message for each field, the first one, as in the server's errors (spec §5). */
export type FieldErrors = Record<string, RuleMessage>
export type Checked<T> = { ok: true; value: T } | { ok: false; errors: FieldErrors }

interface Context {
  /** The tenant's format of short dates. */
  format: string
}

/** Checks the typed subject and builds the request that looks it up. */
export function checkLookup(draft: Draft, kind: SubjectSettings['kind']) {
  const { email, customId1, customId2 } = draft.typedSubject
  const groupId = draft.group?.id
  const wanted = kind === 'human' ? { groupId, email } : { groupId, customId1, customId2 }
  // For a union the library reports every branch, so only the branch of this tenant's subjects is checked.
  const branch = subjectLookup.def.options[kind === 'human' ? 0 : 1]
  return check(branch, wanted)
}

/** Checks the typed names and date of birth and builds the request that looks a person up by them. */
export function checkLookupByNames(draft: Draft, { format }: Context) {
  const { firstName, lastName, hasOneName, dateOfBirth } = draft.typedSubject
  const born = typedDay(dateOfBirth, format, parseBirthDate)
  const [, , , byNames, byOneName] = subjectLookup.def.options
  const wanted = { groupId: draft.group?.id, lastName, dateOfBirth: born.day }
  const found = born.error && { dateOfBirth: born.error }
  return hasOneName
    ? check(byOneName, { ...wanted, hasOneName }, found)
    : check(byNames, { ...wanted, firstName }, found)
}

/** Checks the typed subject and builds the request that adds it. */
export function checkNewSubject(
  draft: Draft,
  { kind, identifiesBy = 'email' }: { kind: SubjectSettings['kind']; identifiesBy?: IdentifiesBy },
  { format }: Context,
) {
  const { dateOfBirth, email, firstName, lastName, hasOneName, localId, customId1, customId2 } = draft.typedSubject
  const groupId = draft.group?.id ?? ''
  if (kind === 'non-human') return check(newSubject, { kind, groupId, customId1, customId2 })
  const born = typedDay(dateOfBirth, format, parseBirthDate)
  const given = { email: email.trim(), firstName: firstName.trim(), lastName: lastName.trim(), hasOneName }
  const missing = missingIdentifiers(given, identifiesBy).map((field) => [field, { phrase: 'required', values: {} }])
  return check(
    newSubject,
    { kind, groupId, email, dateOfBirth: born.day, firstName, lastName, ...(hasOneName && { hasOneName }), localId },
    { ...(Object.fromEntries(missing) as FieldErrors), ...(born.error && { dateOfBirth: born.error }) },
  )
}

/** Checks a draft and builds the request that saves it, or reports the fields to correct. */
export function checkDraft(draft: Draft, assay: AssayListItem, { format }: Context) {
  const performed = typedDay(draft.performedDate ?? '', format)
  const expiry = draft.lotExpiry === '' ? undefined : typedDay(draft.lotExpiry, format)
  const errors: FieldErrors = {}
  if (performed.error) errors.performedDate = performed.error
  if (expiry?.error) errors.lotExpiry = expiry.error
  for (const { id, name } of assay.analytes) {
    if (draft.results[id] !== undefined) continue
    errors[`result.${id}`] = { phrase: 'required', values: assay.analytes.length > 1 ? { field: name } : {} }
  }
  const time = parseTypedTime(draft.performedTime ?? '')
  if (time === undefined) errors.performedTime = { phrase: 'time', values: {} }
  if (assay.imageRequired && draft.image === null) errors.deviceImageId = { phrase: 'required', values: {} }
  const isTwice =
    performed.day !== undefined && time !== undefined && instantsOf(performed.day, time, draft.performedZone).length > 1
  if (isTwice && draft.performedOffset === null) errors.performedOffset = { phrase: 'whichHour', values: {} }
  const born = draft.subject?.dateOfBirth
  if (performed.day && born && performed.day < born) errors.performedDate = { phrase: 'beforeBirth', values: {} }
  return check(
    newTestRecord,
    {
      organisationId: draft.organisation?.id,
      groupId: draft.group?.id,
      subjectId: draft.subject?.id,
      assayId: assay.id,
      assayVersion: assay.version,
      ...(draft.testSetId !== null && { testSetId: draft.testSetId }),
      analyteResults: assay.analytes.map(({ id }) => ({ analyteId: id, result: draft.results[id] })),
      performedDate: performed.day,
      performedTime: time,
      performedZone: draft.performedZone,
      // For any other time the zone decides, by the server's rules, which may be newer than this browser's.
      performedOffset: isTwice ? draft.performedOffset : null,
      ...sampleToSend(draft, expiry?.day, performed.day),
      deviceImageId: draft.image?.id ?? null,
      note: draft.note,
    },
    errors,
  )
}

/**
 * Builds the part of a request that is known before the result is read, for a test on a day, YYYY-MM-DD. A reason that
 * was typed while the lot seemed to have expired does not belong to one that has not.
 */
export function sampleToSend(draft: Draft, expiry: string | null | undefined, day: string | undefined) {
  return {
    ...keyed(sampleTexts, (name) => draft[name]),
    coordinates: draft.coordinates,
    lotExpiry: expiry ?? null,
    expiredLotReason: isLotExpired(expiry, day) ? draft.expiredLotReason : null,
  }
}

function typedDay(typed: string, format: string, parse = parseTypedDate): { day?: string; error?: RuleMessage } {
  if (typed.trim() === '') return { error: { phrase: 'required', values: {} } }
  const day = parse(typed, format)
  return day === undefined ? { error: { phrase: 'date', values: { format } } } : { day }
}

/** Checks against the contract's schema. Errors already found while parsing the typed text take precedence. */
export function check<S extends z.ZodMiniType>(
  schema: S,
  value: unknown,
  found: FieldErrors = {},
): Checked<z.output<S>> {
  const parsed = schema.safeParse(value)
  if (parsed.success && Object.keys(found).length === 0) return { ok: true, value: parsed.data }
  const errors: FieldErrors = { ...tooLongIn(schema, value), ...found }
  for (const issue of parsed.error?.issues ?? []) {
    for (const path of fieldsOf(issue)) if (!coveredBy(errors, path)) errors[path] = messageOf(issue)
  }
  return { ok: false, errors }
}

/** True if the error is already reported: a missing result is reported under its analyte. */
function coveredBy(errors: FieldErrors, path: string): boolean {
  return (
    path in errors ||
    (path.startsWith('analyteResults') && Object.keys(errors).some((key) => key.startsWith('result.')))
  )
}
