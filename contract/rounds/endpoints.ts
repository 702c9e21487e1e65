import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { dataOf, formalText, id, ids, optionalProse, rule } from '../schema.ts'
import { analyteResult } from '../test-records/content-parts.ts'
import { mostInRound, outcomes, round, roundRow, roundSheets, roundStates } from './round.ts'
import { whoseInvite } from './whose-invite.ts'

const requires = { rule: 'mayDoRounds' } as const

const openedRound = z.strictObject({
  data: round,
  rows: z.array(roundRow),
  /** The server's present time, with which devices compare their clocks. */
  now: z.string(),
})
export type OpenedRound = z.infer<typeof openedRound>

export const listRounds = endpoint('listRounds', 'GET /rounds', {
  summary: 'Rounds in the user’s scope, the latest first',
  requires,
  replies: { 200: dataOf(z.array(round)) },
})

export const getRound = endpoint('getRound', 'GET /rounds/{id}', {
  summary: 'One round with its people',
  requires,
  replies: { 200: openedRound },
  audit: 'round.opened',
})

/**
 * Returns the rows that changed after a revision, and the round as it is; nothing (304) if the round still has the revision that
 * `If-None-Match` names. Whoever looks on without having opened the round in the last day has opened it with the first row.
 */
export const getRoundChanges = endpoint('getRoundChanges', 'GET /rounds/{id}/changes', {
  summary: 'What changed in a round',
  requires,
  isUnattended: true,
  query: z.strictObject({
    after: z.pipe(
      formalText(15).check(rule('malformed', (value) => /^\d+$/.test(value))),
      z.transform((value) => Number(value)),
    ),
  }),
  headers: {
    'if-none-match': {
      required: false,
      description: 'The revision of the round that the caller has, in quotation marks',
    },
  },
  replies: { 200: openedRound, 304: null },
  audit: 'round.opened',
})

/** What somebody enters for one person. `tested` has one result for each line; nothing is filled in by the server. */
/** What is entered for one person. */
export const enteredContent = z
  .strictObject({
    outcome: z.enum(outcomes),
    reason: optionalProse(255),
    analyteResults: z._default(z.array(analyteResult).check(z.maxLength(20)), []),
    deviceImageId: z._default(z.nullable(id), null),
    note: optionalProse(1000),
  })
  .check(
    z.refine(({ outcome, analyteResults }) => (outcome === 'tested') === analyteResults.length > 0, {
      path: ['analyteResults'],
      params: { phrase: 'required', values: {} },
    }),
  )

const sentEntry = z.strictObject({
  subjectId: id,
  /** The revision of the row that the user saw. */
  base: z.int().check(z.minimum(0)),
  /** Null takes back what was entered. */
  entry: z.nullable(enteredContent),
  /** When it was entered, by the server's clock as the device knows it. A time outside the round is moved into it. */
  at: z.iso.datetime(),
})
export type SentEntry = z.infer<typeof sentEntry>

/**
 * Enters outcomes, each for one person. What somebody else has entered otherwise since `base` stays: the row comes back
 * with it in `conflicts`. What cannot be entered is named in `refused` with the reason. Everything else is done, and a
 * repeat changes nothing. 409 `round-ended` once the round has ended.
 */
export const sendRoundEntries = endpoint('sendRoundEntries', 'PUT /rounds/{id}/entries', {
  summary: 'Enter what became of people of a round',
  requires,
  body: z.strictObject({
    entries: z.array(sentEntry).check(
      z.minLength(1),
      z.maxLength(100),
      z.refine((entries) => new Set(entries.map(({ subjectId }) => subjectId)).size === entries.length, {
        params: { phrase: 'malformed', values: {} },
      }),
    ),
  }),
  replies: {
    200: z.strictObject({
      /** The rows that were sent, as they are now. */
      rows: z.array(roundRow),
      conflicts: z.array(id),
      refused: z.array(z.strictObject({ subjectId: id, reason: z.string() })),
      state: z.enum(roundStates),
    }),
  },
  audit: 'round.entered',
})

/** Says that the samples of these people are on their devices now. Those with a time or an outcome keep it. */
export const startRoundTimers = endpoint('startRoundTimers', 'PUT /rounds/{id}/timers', {
  summary: 'Start the timers of people of a round',
  requires,
  body: z.strictObject({ subjectIds: ids(mostInRound).check(z.minLength(1)) }),
  replies: { 200: openedRound },
  audit: 'round.timed',
})

/**
 * Adds somebody whom the group knows, or takes somebody out for whom nothing was entered. 409 `not-possible` if something
 * was.
 */
export const changeRoster = endpoint('changeRoster', 'PUT /rounds/{id}/people', {
  summary: 'Add somebody to a round, or take them out',
  requires,
  body: z.strictObject({ subjectId: id, isIn: z.boolean() }),
  replies: { 200: openedRound },
  audit: 'round.roster-changed',
})

/**
 * Finds the row of the person whom an invite is for, also once it was redeemed or has expired: people show the same code at each
 * visit. Null if the round has nobody of whom that is certain. 404 `code-invalid` for an invite that is unknown, replaced, revoked or
 * beyond the user's scope.
 */
export const findInvitee = endpoint('findInvitee', 'POST /rounds/{id}/invitees', {
  summary: 'Who in a round an invite is for',
  ...whoseInvite,
})

export const pauseRound = endpoint('pauseRound', 'PUT /rounds/{id}/pause', {
  summary: 'Pause a round',
  requires,
  replies: { 200: dataOf(round) },
  audit: 'round.paused',
})

export const resumeRound = endpoint('resumeRound', 'PUT /rounds/{id}/resume', {
  summary: 'Go on with a paused round',
  requires,
  replies: { 200: dataOf(round) },
  audit: 'round.resumed',
})

/** Ends a round without storing anything more. 409 `not-possible` once something of it was stored. */
export const cancelRound = endpoint('cancelRound', 'PUT /rounds/{id}/cancel', {
  summary: 'Cancel a round',
  requires,
  replies: { 200: dataOf(round) },
  audit: 'round.cancelled',
})

/** Notes that a round is printed, before the browser prints it. */
export const printRound = endpoint('printRound', 'POST /rounds/{id}/prints', {
  summary: 'Note in the audit trail that a round is printed',
  requires,
  body: z.strictObject({ kind: z.enum(roundSheets) }),
  replies: { 204: null },
  audit: 'round.printed',
})

/**
 * Stores each result as a record, in a transaction of its own, and ends the round when none is left. A row that could not
 * be stored says why, and the round stays open. A repeat stores what is left. 412 `stale-version` if a result was entered
 * after `revision`, which the user has not seen.
 */
export const finishRound = endpoint('finishRound', 'PUT /rounds/{id}/finish', {
  summary: 'Store the results of a round as records',
  requires,
  body: z.strictObject({ revision: z.int().check(z.minimum(0)) }),
  replies: { 200: openedRound },
  audit: 'round.finished',
})
