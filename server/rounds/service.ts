import { v7 as newId } from 'uuid'
import type { Reply } from '../../contract/endpoint.ts'
import { whyCannotRecord } from '../../contract/permissions/can.ts'
import type { getRound as getEndpoint } from '../../contract/rounds/endpoints.ts'
import type { NewRound, RosterPerson } from '../../contract/rounds/starting.ts'
import { mostInRound, type Round } from '../../contract/rounds/round.ts'
import { localParts } from '../../contract/rules/dates.ts'
import { whyLotRefused } from '../../contract/test-records/new-test-record.ts'
import { recordDone } from '../access/audit/audit.ts'
import { claimRequest } from '../access/changing/idempotency.ts'
import type { Person } from '../access/person.ts'
import type { ActorScope, Scope } from '../access/scope.ts'
import { findInvitedPerson } from '../invites/service.ts'
import { Failure, found, invalid } from '../platform/failure.ts'
import { lockSubjectsOf } from '../subjects/service.ts'
import {
  findPlaceAndAssay,
  findRound,
  hasOpened,
  insertGroup,
  insertRound,
  listRoundRows,
  lockRound,
  raiseRevision,
  setState,
  type FoundRound,
} from './repository.ts'
import {
  addPerson,
  eraseRows,
  findInvitedOfGroup,
  findRowOfInvited,
  findStored,
  hasStored,
  holdPerson,
  isGroupSeen,
  listRosterRows,
  listRows,
  removePerson,
  startTimers,
} from './rows-repository.ts'
import { toRosterPerson, toRound, toRow } from './shown-round.ts'

export { findGroupsOfRounds as groupsOfRounds } from './rows-repository.ts'

type Opened = Reply<typeof getEndpoint>

/** Lists the latest rounds in the actor's scope. */
export async function listRounds(scope: ActorScope): Promise<Round[]> {
  return (await listRoundRows(scope)).map(toRound)
}

/** Opens a round and audits that. Throws `not-found`. */
export async function openRound(scope: ActorScope, roundId: string): Promise<Opened> {
  const opened = await readRound(scope, roundId, 0)
  await recordDone(scope, 'round.opened', roundId)
  return opened
}

/**
 * Returns what changed in a round after a revision, or undefined if it still has the one that the caller knows, as an ETag. Pages
 * ask for it every second, so that costs the database one row, and it is audited as opening the round only for whoever is shown
 * somebody without having opened it in the last day. Throws `not-found`.
 */
export async function lookOn(
  scope: ActorScope,
  roundId: string,
  { after, known }: { after: number; known: string | undefined },
): Promise<Opened | undefined> {
  const round = found(await findRound(scope, roundId))
  if (known === `"${round.revision}"` && Number(round.revision) === after) return undefined
  const changes = await withRows(scope, round, after)
  if (changes.rows.length > 0 && !(await hasOpened(scope, roundId))) await recordDone(scope, 'round.opened', roundId)
  return changes
}

/** Returns a round and those of its rows that changed after a revision. Throws `not-found`. */
export async function readRound(scope: ActorScope, roundId: string, after: number): Promise<Opened> {
  return await withRows(scope, found(await findRound(scope, roundId)), after)
}

/** Reads the rows after the round. A statement sees what was committed when it began, so the round is never newer than they are. */
async function withRows(scope: ActorScope, round: FoundRound, after: number): Promise<Opened> {
  const rows = await listRows(scope, { roundId: round.id, after, startedAt: round.started_at })
  return {
    data: toRound(round),
    rows: rows.map((row) => toRow(scope, round.group_id, row)),
    now: scope.now.toISOString(),
  }
}

async function getRound(scope: ActorScope, roundId: string): Promise<Round> {
  return toRound(found(await findRound(scope, roundId)))
}

/**
 * Starts a round now, by the database's clock. Throws the reason that forbids recording, `validation` for what does not
 * belong together, people whom the group does not know, nobody or too many of them, `timer-required`, and `idempotency-key-reused`.
 */
export async function startRound(
  scope: ActorScope,
  sent: NewRound,
  idempotencyKey: string | undefined,
): Promise<{ round: Round; isRepeat: boolean }> {
  requireRecorder(scope)
  const id = newId()
  const earlier = await claimRequest(scope, idempotencyKey, { round: sent }, id)
  if (earlier !== undefined) return { round: await getRound(scope, earlier), isRepeat: true }
  const assayVersion = await checkStart(scope, sent)
  await insertRound(scope, { id, input: sent, assayVersion })
  const people = await insertGroup(scope, id, sent)
  if (people === 0 && sent.subjectIds === null) throw invalid('subjectIds', 'emptyGroup')
  if (people > mostInRound) throw invalid('groupId', 'tooMany', { most: mostInRound })
  if (sent.subjectIds !== null && people < sent.subjectIds.length) throw invalid('subjectIds', 'unknownReference')
  await recordDone(scope, 'round.started', id)
  return { round: await getRound(scope, id), isRepeat: false }
}

/** Lists whom a group in the actor's scope has, for the start of a round. Throws `not-found`. */
export async function listRoster(scope: ActorScope, groupId: string): Promise<RosterPerson[]> {
  if (!(await isGroupSeen(scope, groupId))) throw new Failure('not-found')
  const rows = await listRosterRows(scope, groupId, mostInRound + 1)
  return rows.map((row) => toRosterPerson(scope, groupId, row))
}

/**
 * Finds who of a group an invite is for; null if it is nobody's there. Throws `not-found`, `invites-disabled` and `code-invalid`.
 */
export async function findInviteeOfGroup(scope: ActorScope, groupId: string, code: string): Promise<string | null> {
  if (!(await isGroupSeen(scope, groupId))) throw new Failure('not-found')
  return (await findInvitedOfGroup(scope, groupId, await findInvitedPerson(scope, code))) ?? null
}

/** Returns the version of the assay. */
async function checkStart(scope: ActorScope, sent: NewRound): Promise<number> {
  const named = await findPlaceAndAssay(scope, sent)
  if (named === undefined) throw invalid('groupId', 'unknownReference')
  if (named.is_suspended) throw invalid('groupId', 'suspendedPlace')
  if (named.assay_version === null) throw invalid('assayId', 'unknownReference')
  if (named.retired_at !== null) throw invalid('assayId', 'assayRetired')
  if (sent.specimen !== null && !(named.specimens ?? []).some(({ name }) => name === sent.specimen)) {
    throw invalid('specimen', 'choice')
  }
  const wrongLot = whyLotRefused(sent, localParts(scope.now, sent.zone).day)
  if (wrongLot !== undefined) throw invalid('expiredLotReason', wrongLot)
  if (sent.timing === 'none' && named.requires_timer === true) throw new Failure('timer-required')
  if (sent.timing !== 'none' && named.read_until_minutes === 0) throw invalid('timing', 'choice')
  return named.assay_version
}

/** Starts the timers of people who have none and no outcome. Throws `not-found`, and `round-ended`. */
export async function startRoundTimers(
  scope: ActorScope,
  roundId: string,
  subjectIds: readonly string[],
): Promise<Opened> {
  requireRecorder(scope)
  const round = await lockGoing(scope, roundId)
  if (round.timing === 'none') throw new Failure('not-possible')
  const known = await findStored(scope, roundId, subjectIds)
  if (known.length < new Set(subjectIds).size) throw invalid('subjectIds', 'unknownReference')
  const revision = await raiseRevision(scope, roundId)
  const started = await startTimers(scope, { roundId, revision }, subjectIds)
  if (started.length > 0) await recordDone(scope, 'round.timed', roundId, { subjects: started.length })
  return await readRound(scope, roundId, Number(revision) - 1)
}

/**
 * Adds somebody whom the group knows, or takes out somebody for whom nothing was entered. Throws `not-found`,
 * `round-ended`, `validation` for somebody whom the group does not know, and `not-possible`.
 */
export async function changeRoster(
  scope: ActorScope,
  roundId: string,
  { subjectId, isIn }: { subjectId: string; isIn: boolean },
): Promise<Opened> {
  requireRecorder(scope)
  // An erasure locks the subject before the rounds, too.
  await holdPerson(scope, subjectId)
  const round = await lockGoing(scope, roundId)
  const [row] = await findStored(scope, roundId, [subjectId])
  const isAsAsked = row !== undefined && row.is_removed !== isIn
  if (isAsAsked) return await readRound(scope, roundId, Number(row.revision) - 1)
  const revision = await raiseRevision(scope, roundId)
  if (isIn) {
    const isKnown = await addPerson(scope, { roundId, revision, groupId: round.group_id }, subjectId)
    if (!isKnown) throw invalid('subjectId', 'unknownReference')
  } else {
    if (row === undefined) throw invalid('subjectId', 'unknownReference')
    if (row.outcome !== null) throw new Failure('not-possible')
    await removePerson(scope, { roundId, revision }, subjectId)
  }
  await recordDone(scope, 'round.roster-changed', roundId, { subject_id: subjectId })
  return await readRound(scope, roundId, Number(revision) - 1)
}

/**
 * Finds the row of the person whom an invite is for; null if it is nobody's in this round. Throws `not-found`, `invites-disabled` and
 * `code-invalid`.
 */
export async function findInvitee(scope: ActorScope, roundId: string, code: string): Promise<string | null> {
  const { id } = await getRound(scope, roundId)
  return (await findRowOfInvited(scope, id, await findInvitedPerson(scope, code))) ?? null
}

/** Pauses a round, resumes it or cancels it. Does nothing if it is so already. Throws as `lockGoing` does, and `not-possible`. */
export async function changeState(
  scope: ActorScope,
  roundId: string,
  state: 'open' | 'paused' | 'cancelled',
): Promise<Round> {
  requireRecorder(scope)
  const round = found(await lockRound(scope, roundId))
  if (round.state === state) return await getRound(scope, roundId)
  requireGoing(round)
  if (state === 'cancelled' && (await hasStored(scope, roundId))) throw new Failure('not-possible')
  await setState(scope, roundId, state)
  const action = { open: 'round.resumed', paused: 'round.paused', cancelled: 'round.cancelled' } as const
  await recordDone(scope, action[state], roundId)
  return await getRound(scope, roundId)
}

/** Audits that a round is printed. Throws `not-found`. */
export async function printRound(scope: ActorScope, roundId: string): Promise<void> {
  const { people } = await getRound(scope, roundId)
  await recordDone(scope, 'round.printed', roundId, { subjects: people })
}

/**
 * Erases what rounds say of a person. Results that are no record yet are lost, because they could belong to nobody. Must
 * be called before their subjects are erased.
 */
export async function erasePerson(scope: Scope, person: Person): Promise<void> {
  const subjectIds = await lockSubjectsOf(scope, person)
  if (subjectIds.length > 0) await eraseRows(scope, subjectIds)
}

export function requireRecorder({ actor, tenant: { features } }: ActorScope): void {
  const forbidden = whyCannotRecord({ ...actor, features })
  if (forbidden !== undefined) throw new Failure(forbidden)
}

/** Locks a round that goes on. Throws `not-found`, and `round-ended`. */
export async function lockGoing(scope: ActorScope, roundId: string) {
  return requireGoing(found(await lockRound(scope, roundId)))
}

function requireGoing<R extends { state: Round['state'] }>(round: R): R {
  if (round.state === 'finished' || round.state === 'cancelled') throw new Failure('round-ended')
  return round
}
