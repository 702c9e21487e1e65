import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { isDatabaseAway } from '../../platform/database-away.ts'
import { Admission } from '../../platform/admission.ts'
import { Failure } from '../../platform/failure.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { boundKysely } from './bound-kysely.ts'
import { entering } from './opening.ts'
import { Abandoned, Transaction, type DoorClient } from './transaction.ts'

/** What the leader had at a moment, and what a replica of it must have in common with it. */
export interface LeaderState {
  system: string
  database: string
  user: string
  /** The timeline grows when another server becomes the leader. */
  timeline: number
  /** The position in the write-ahead log up to which everything that was committed is safe. */
  position: string
}

/** A streaming replica of the database, for work that only reads and may take long. */
export interface Replica {
  /** True for some seconds after the replica could not be used; `read` then returns undefined. */
  isLeftAlone(): boolean
  /**
   * Runs work with the rows that the leader had at this state, or newer ones, as the tenant and actor of the scope, whose
   * session was checked on the leader. Returns undefined if no replica has these rows within a second or can be reached, if
   * too many others want its connections, and if the leader did not tell its state; then the work is to be done on the
   * leader. Throws what the work throws. Work that throws `Abandoned` must not be done again.
   */
  read<T>(
    scope: ActorScope,
    state: LeaderState | undefined,
    work: (scope: ActorScope, client: DoorClient) => Promise<T>,
  ): Promise<{ done: T } | undefined>
}

/** Milliseconds for which a replica may lack what the leader had. */
const latestMs = 1_000
const askEveryMs = 20
/** Milliseconds after which a replica that does not answer counts as away. */
export const replicaLimitMs = 2_000
/** Milliseconds for which a replica that was late or away is left alone, so that not everybody waits for it. */
const leftAloneMs = 5_000

/**
 * Opens a replica. `pool` logs in as the server's role, as that of the leader does. `say` is told why the replica is not
 * used.
 */
export function openReplica(pool: Pool, say: (problem: string) => void): Replica {
  const admission = new Admission(pool.options.max)
  let leftAloneUntil = Number.NEGATIVE_INFINITY
  const leaveAlone = (problem: string): undefined => {
    leftAloneUntil = performance.now() + leftAloneMs
    say(`The replica is not used: ${problem}`)
  }
  const isLeftAlone = () => performance.now() < leftAloneUntil
  /** Returns undefined when too many others want a connection. */
  const enter = async (tenant: string): Promise<(() => void) | undefined> => {
    try {
      return await admission.enter({ load: 'usual', tenant })
    } catch (error) {
      if (error instanceof Failure) return undefined
      throw error
    }
  }
  return {
    isLeftAlone,
    async read(scope, state, work) {
      if (isLeftAlone()) return undefined
      if (state === undefined) return leaveAlone('the leader is none, or its state is kept from its user')
      const leave = await enter(scope.tenant.id)
      if (leave === undefined) return undefined
      // Others may have found out meanwhile that the replica cannot be reached.
      if (isLeftAlone()) {
        leave()
        return undefined
      }
      let transaction: Transaction
      try {
        transaction = new Transaction(await pool.connect(), leave)
      } catch (error) {
        leave()
        return leaveAlone(reasonOf(error))
      }
      try {
        const problem = await problemOf(transaction.client, state).catch((error: unknown) => {
          if (isDatabaseAway(error)) throw error
          return reasonOf(error)
        })
        if (problem === undefined) {
          await transaction.query({ text: `begin read only; ${entering(scope.tenant.id)}` })
          const done = await work(scopeThere(scope, transaction), transaction.client)
          await transaction.end()
          transaction.release()
          return { done }
        }
        await transaction.leave(undefined)
        return leaveAlone(problem)
      } catch (error) {
        await transaction.leave(error)
        if (isReplicaFault(error)) leaveAlone(reasonOf(error))
        if (!isReplicaFault(error) || error instanceof Abandoned) throw error
        return undefined
      }
    },
  }
}

/** Asks the leader for its state; undefined if it is none, or if its user may not ask for that. */
export async function stateOfLeader(scope: Scope): Promise<LeaderState | undefined> {
  const asking = await sql<{ isAllowed: boolean }>`
    select has_function_privilege('pg_control_system()', 'execute') as "isAllowed"`.execute(scope.db)
  if (asking.rows[0]?.isAllowed !== true) return undefined
  const { rows } = await sql<LeaderState>`
    select system_identifier::text as system, current_database() as database, current_user::text as user, ${timelineOf(sql`pg_current_wal_flush_lsn()`)} as timeline,
      pg_current_wal_flush_lsn()::text as position
    from pg_control_system() where not pg_is_in_recovery()
  `.execute(scope.db)
  return rows[0]
}

/** Reads the timeline from the name of a file of the write-ahead log, which begins with it in hexadecimal. */
function timelineOf(position: ReturnType<typeof sql>) {
  return sql<number>`('x' || left(pg_walfile_name(${position}), 8))::bit(32)::int`
}

/**
 * The timeline is the newest one that the replica is known to have followed, which it notes as it writes pages. So a
 * replica is not used for some minutes after a change of the leader.
 */
const replicaStatement = `
  select pg_is_in_recovery() as "isReplica", s.system_identifier::text as system,
    current_database() as database, current_user::text as user,
    greatest(c.timeline_id, r.min_recovery_end_timeline) as timeline,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasCaughtUp"
  from pg_control_system() s, pg_control_checkpoint() c, pg_control_recovery() r`

interface ReplicaState extends Omit<LeaderState, 'position'> {
  isReplica: boolean
  hasCaughtUp: boolean
}

/** Waits until the replica has what the leader had. Returns why it must not be used instead. */
async function problemOf(client: DoorClient, leader: LeaderState): Promise<string | undefined> {
  const deadline = performance.now() + latestMs
  for (;;) {
    const query = {
      name: 'replica',
      text: replicaStatement,
      values: [leader.position],
      query_timeout: replicaLimitMs, // not in the types of node-postgres
    }
    const { rows } = await client.query<ReplicaState>(query)
    const [found] = rows
    if (found?.system !== leader.system) return 'it belongs to another database'
    if (found.database !== leader.database) return `its database is "${found.database}" and not "${leader.database}"`
    if (!found.isReplica) return 'it is no replica'
    if (found.user !== leader.user) return `its user is "${found.user}" and not "${leader.user}"`
    if (found.timeline !== leader.timeline) return 'it is not known to follow the present leader'
    if (found.hasCaughtUp) return undefined
    if (performance.now() > deadline) return 'it is late'
    await sleep(askEveryMs)
  }
}

/** The scope of the leader with the database of the replica, where nothing can be written. */
function scopeThere(scope: ActorScope, transaction: Transaction): ActorScope {
  const refuse = () => Promise.reject(new Error('Nothing is written on a replica'))
  const db = boundKysely(transaction, scope.tenant.id)
  return { ...scope, db, last: () => db, addJob: refuse, enterOther: refuse }
}

/** 40001 is what PostgreSQL says when a query of a replica stands in the way of what the leader has done since. */
function isReplicaFault(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Error && (error as NodeJS.ErrnoException).code === '40001')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
