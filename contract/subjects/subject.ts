import * as z from 'zod/mini'
import { dateOfBirth } from '../rules/dates.ts'
import { email } from '../rules/name-and-email.ts'
import { id, identifier, text } from '../schema.ts'
import type { IdentifiesBy } from './detail-kinds.ts'

/** Replaces the id of a subject whose personal data was erased. */
export const anonymizedId = 'Anonymized'

/** The identifying fields of a subject; null if unknown. */
const identityParts = {
  email: z.nullable(z.string()),
  dateOfBirth: z.nullable(z.string()),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  localId: z.nullable(z.string()),
  customId1: z.nullable(z.string()),
  customId2: z.nullable(z.string()),
}
export const wholeIdentity = z.strictObject(identityParts)
export type WholeIdentity = z.infer<typeof wholeIdentity>

/** A test subject as read: a person, or with custom IDs an animal or a sample. Anonymised ones keep only their kind. */
export const subject = z.strictObject({
  id: z.string(),
  kind: z.enum(['human', 'non-human']),
  ...identityParts,
  groupId: z.nullable(id),
})
export type Subject = z.infer<typeof subject>

/** A subject from a lookup, with the group that knows it, which may not be the one that was asked about. */
export const foundSubject = z.extend(subject, {
  groupName: z.nullable(z.string()),
  organisationName: z.nullable(z.string()),
  /** True if the actor's scope has somebody else with the same names and date of birth, or with those that were looked up, now or before a merge. */
  hasNamesake: z.boolean(),
  /** True if it was found by what somebody was known by who was merged into it. */
  isFormer: z.boolean(),
  /** True if the email or the IDs that were looked up are also those of somebody in the actor's scope who was merged into another one. */
  isOneOfSeveral: z.boolean(),
})
export type FoundSubject = z.infer<typeof foundSubject>

export const named = z.strictObject({ id, name: z.string() })

export const subjectListItem = z.extend(subject, {
  id,
  /** The groups of the actor's scope that know it, sorted by name. */
  groups: z.array(z.extend(named, { organisation: named })),
  /** The time of its last test in the actor's scope, as an ISO 8601 instant; voided ones do not count. */
  lastTestedAt: z.nullable(z.string()),
})
export type SubjectListItem = z.infer<typeof subjectListItem>

/**
 * What somebody had been known by before they were merged into the subject, if the search found it by that and not by what it is known by
 * now: their name or, if the search found none of it, an email or an ID. Null for any other.
 */
export const formerly = z.nullable(z.string())

export const listedSubject = z.extend(subjectListItem, { formerly })
export type ListedSubject = z.infer<typeof listedSubject>

/** A subject in full. Its tests are a list of their own: see `listTestRecords`. */
export const subjectDetails = z.extend(subjectListItem, {
  /** The account of the subject as a patient. */
  account: z.nullable(z.extend(named, { email: z.string() })),
  /** What subjects were known by that were merged into it and is not its own, in the order of merging; it finds the subject, too. */
  alsoKnownBy: z.array(wholeIdentity),
  addedAt: z.string(),
  /** The number of its tests in the actor's scope, including voided ones. */
  tests: z.int(),
  version: z.int(),
})
export type SubjectDetails = z.infer<typeof subjectDetails>

/** The name of a subject on one line: the name, else the email, else the custom IDs; undefined once anonymised. */
export function subjectName(subject: WholeIdentity): string | undefined {
  const words = (parts: (string | null)[], between: string) => parts.filter((part) => part).join(between)
  const { firstName, lastName, email: address, customId1, customId2 } = subject
  return words([firstName, lastName], ' ') || address || words([customId1, customId2], ' · ') || undefined
}

/**
 * Lists the fields without which a tenant cannot identify this person, of those that are empty. The first name of somebody is needed
 * unless it was said that they have one name, which is their last name.
 */
export function missingIdentifiers(
  person: Pick<WholeIdentity, 'email' | 'firstName' | 'lastName'> & { hasOneName?: boolean | undefined },
  by: IdentifiesBy,
): ('email' | 'firstName' | 'lastName')[] {
  const names = person.hasOneName ? (['lastName'] as const) : (['firstName', 'lastName'] as const)
  const needed = by === 'email' ? (['email'] as const) : names
  return needed.filter((field) => !person[field])
}

/** True for a person who is known by the last name alone. Where people are identified by their names, that was said of them. */
export function isOfOneName({ kind, firstName, lastName }: Pick<Subject, 'kind' | 'firstName' | 'lastName'>): boolean {
  return kind === 'human' && !firstName && Boolean(lastName)
}

/**
 * The identifiers for a lookup: an email, two custom IDs, a local ID, or the names and the date of birth. It looks first in
 * one group, then in everything that the actor sees. Local IDs are unique within a group only, so they are looked up in that
 * group alone. A lookup by local ID or names can leave out one subject, which is being edited or compared.
 */
export const subjectLookup = z.union([
  z.strictObject({ groupId: z.optional(id), email }),
  z.strictObject({ groupId: z.optional(id), customId1: identifier(50), customId2: identifier(50) }),
  z.strictObject({ groupId: id, localId: identifier(50), besides: z.optional(id) }),
  z.strictObject({
    groupId: z.optional(id),
    firstName: text(100),
    lastName: text(100),
    dateOfBirth,
    besides: z.optional(id),
  }),
  /** Somebody of whom it is said that they have one name. */
  z.strictObject({
    groupId: z.optional(id),
    hasOneName: z.literal(true),
    lastName: text(100),
    dateOfBirth,
    besides: z.optional(id),
  }),
])
export type SubjectLookup = z.infer<typeof subjectLookup>
