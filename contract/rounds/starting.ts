import * as z from 'zod/mini'
import { doneOncePerKey, endpoint } from '../endpoint.ts'
import { inviteCode } from '../rules/invite-code.ts'
import { dataOf, id, ids } from '../schema.ts'
import { sampleContent, testContent } from '../test-records/new-test-record.ts'
import { mostInRound, round, roundRow, timings } from './round.ts'

/** What is chosen once for everybody, and who they are. */
const { coordinates: _coordinates, ...sample } = sampleContent
export const newRound = z.strictObject({
  organisationId: id,
  groupId: id,
  assayId: id,
  /** The version of the assay that was shown; null for the newest. */
  assayVersion: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(2 ** 31 - 1))), null),
  ...sample,
  zone: testContent.performedZone,
  timing: z.enum(timings),
  /** Those of the group's people who are in it; null for everybody whom the group has. */
  subjectIds: z._default(z.nullable(ids(mostInRound).check(z.minLength(1))), null),
})
export type NewRound = z.infer<typeof newRound>

/** Somebody of a group who may be in a round, with the details that the tenant keeps. */
const rosterPerson = z.pick(roundRow, { subject: true, unit: true, room: true, role: true, last: true })
export type RosterPerson = z.infer<typeof rosterPerson>

/** Lists whom a group has now, by name, at most one more than `mostInRound`. */
export const listRoster = endpoint('listRoster', 'GET /round-rosters/{id}', {
  summary: 'The people of a group who may be in a round',
  requires: { rule: 'mayDoRounds' },
  about: ['group'],
  replies: { 200: dataOf(z.array(rosterPerson)) },
})

/** What questions about whose an invite is have in common. The code is sent in the body, because addresses are logged. */
export const whoseInvite = {
  requires: { rule: 'mayDoRounds' },
  body: z.strictObject({ code: inviteCode }),
  replies: { 200: dataOf(z.strictObject({ subjectId: z.nullable(id) })) },
  // A scan every three seconds.
  limit: { attempts: 300, minutes: 15 },
} as const

/** Finds who of a group's people an invite is for, before a round of them starts. Answers as `findInvitee` does. */
export const findInviteeOfGroup = endpoint('findInviteeOfGroup', 'POST /round-rosters/{id}/invitees', {
  summary: 'Who of a group an invite is for',
  about: ['group'],
  ...whoseInvite,
})

/**
 * Starts a round with the people whom the group has now, at most `mostInRound`, or with those chosen of them. No one has a
 * result. A repeat is answered
 * with the round started first (200). 409 `timer-required` if the assay needs a timer and `timing` is `none`.
 */
export const startRound = endpoint('startRound', 'POST /rounds', {
  summary: 'Start a round of a group with one kit',
  requires: { rule: 'mayDoRounds' },
  headers: doneOncePerKey,
  body: newRound,
  replies: { 201: dataOf(round), 200: dataOf(round) },
  audit: 'round.started',
})
