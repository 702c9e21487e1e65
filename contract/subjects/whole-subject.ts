import * as z from 'zod/mini'
import { dateOfBirth } from '../rules/dates.ts'
import { email } from '../rules/name-and-email.ts'
import { emptyIsNull, id, identifier, optionalIdentifier, optionalText } from '../schema.ts'
import { detailKinds } from './detail-kinds.ts'
import { detailsForm, personDetails } from './details.ts'
import { subjectDetails } from './subject.ts'

/* A subject with the details of a person: as opened, and in the forms that add and change it. */

/** A subject as opened, with the details that its tenant keeps of persons. No list has these. */
export const openedSubject = z.extend(subjectDetails, {
  details: personDetails,
  /** The kinds of details that the tenant keeps. */
  keptDetails: z.array(z.enum(detailKinds)),
  /** The kinds of details that are still stored although the tenant does not keep them any more. */
  hiddenDetails: z.array(z.enum(detailKinds)),
})
export type OpenedSubject = z.infer<typeof openedSubject>

/** What confirms that a subject is another one than somebody of the group who is like it. */
const confirmations = {
  /** Confirms a local ID although somebody else of the group has it. */
  isLocalIdShared: z.optional(z.boolean()),
  /** Confirms that somebody else of the group has the same names and date of birth. */
  isNamesake: z.optional(z.boolean()),
  /** Confirms custom IDs that differ from those of another subject of the group only in dashes, spaces and spelling. */
  hasSimilarIds: z.optional(z.boolean()),
}
export const knowinglyLike = z.strictObject(confirmations)
export type KnowinglyLike = z.infer<typeof knowinglyLike>

const { hasSimilarIds, ...ofPersons } = confirmations

const humanIdentity = {
  kind: z.literal('human'),
  ...ofPersons,
  /** Required unless the tenant identifies people by their names, which are required then (`missingIdentifiers`). */
  email: emptyIsNull(email),
  dateOfBirth,
  /** Says that the person has one name, which is the last name, so that no first name is required. */
  hasOneName: z.optional(z.boolean()),
  firstName: optionalText(100),
  lastName: optionalText(100),
  localId: optionalIdentifier(50),
  /** Only kinds that the tenant keeps, and null for others, which clears what is still stored of them. */
  details: z.optional(detailsForm),
}

const nonHumanIdentity = {
  kind: z.literal('non-human'),
  hasSimilarIds,
  customId1: identifier(50),
  customId2: identifier(50),
}

export const newSubject = z.discriminatedUnion('kind', [
  z.strictObject({ ...humanIdentity, groupId: id }),
  z.strictObject({ ...nonHumanIdentity, groupId: id }),
])
export type NewSubject = z.infer<typeof newSubject>

/** The new identifying fields of a subject. Its kind and its groups stay unchanged. */
export const subjectIdentity = z.discriminatedUnion('kind', [
  z.strictObject(humanIdentity),
  z.strictObject(nonHumanIdentity),
])
export type SubjectIdentity = z.infer<typeof subjectIdentity>
