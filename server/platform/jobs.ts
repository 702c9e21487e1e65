import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { RoleNames } from './roles.ts'
import { escapeIdentifier, escapeLiteral, type ClientBase, type Pool } from 'pg'

/** The job queue's tables live in a schema of their own. */
const schema = 'jobs'

const retriesOfSending = { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 }
const retriesOfRemoving = { ...retriesOfSending, retryDelay: 60, retryDelayMax: 3600 }
/** Somebody waits for an import, so a job whose process has died is noticed soon: a process that lives says so twice in this time. */
const retriesOfImporting = { ...retriesOfSending, heartbeatSeconds: 30 }
/** An erasure that is not kept would be undone by a restored backup, so the job never gives up. */
const retriesOfKeeping = { ...retriesOfSending, retryLimit: 1_000_000, retentionSeconds: 10 * 365 * 24 * 60 * 60 }

/**
 * The queues, with the retries of a job that failed: many and with growing pauses, because a mail server or a bucket may
 * be away for days. Jobs that are taken together are retried together. In a queue with turns each tenant's next job has its
 * turn before another tenant's second one, and a job that waits already is not added again.
 */
const queues = {
  'send-message': { lookEverySeconds: 0.5, atOnce: 1, retries: retriesOfSending },
  // A queue of its own, so that mail does not wait for a text service that is slow or away.
  'send-text': { lookEverySeconds: 2, atOnce: 1, retries: retriesOfSending },
  'remove-photo': { lookEverySeconds: 5, atOnce: 100, retries: retriesOfRemoving },
  'remove-import': { lookEverySeconds: 5, atOnce: 100, retries: retriesOfRemoving },
  // One file at a time: reading takes a processor.
  'read-import': { lookEverySeconds: 1, atOnce: 1, retries: { ...retriesOfImporting, expireInSeconds: 15 * 60 } },
  // Runs, matches and undoes imports.
  'run-import': { lookEverySeconds: 1, atOnce: 1, retries: { ...retriesOfImporting, expireInSeconds: 120 } },
  'keep-erasure': { lookEverySeconds: 2, atOnce: 1, retries: retriesOfKeeping },
}
export type QueueName = keyof typeof queues

/**
 * The queues in which tenants take turns, because one job may take long or one tenant may have many, and whether the same job may
 * be asked for again while it waits.
 */
const turns: Partial<Record<QueueName, { mayWait: boolean }>> = {
  'read-import': { mayWait: true },
  'run-import': { mayWait: true },
  'send-message': { mayWait: false },
  'send-text': { mayWait: false },
}

/** Work that is repeated by one process at a time, with a limit on how long one round may take. */
const rounds = {
  'fold-record-counts': { everySeconds: 10, expireInSeconds: 300 },
  'seal-audit': { everySeconds: 30, expireInSeconds: 300 },
  'make-notifications': { everySeconds: 30, expireInSeconds: 300 },
  'find-outbreaks': { everySeconds: 60, expireInSeconds: 300 },
  'leave-entries': { everySeconds: 60, expireInSeconds: 60 },
  'keep-audit-heads': { everySeconds: 60 * 60, expireInSeconds: 30 * 60 },
  'verify-audit': { everySeconds: 10 * 60, expireInSeconds: 10 * 60 },
  'remove-ended': { everySeconds: 60 * 60, expireInSeconds: 30 * 60 },
} as const
type RoundName = keyof typeof rounds

/** Jobs hold ids only, because a job may outlive the erasure of the person that it is about. */
export interface JobData {
  tenantId: string
  id: string
}

/** Runs a statement in the transaction that the job belongs to. */
type Execute = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

export interface Jobs {
  /**
   * Adds a job that exists once the caller's transaction is committed, and starts no sooner than `afterSeconds` later. In a
   * queue with turns it adds none for what waits there already; what the job works on must then be locked by the caller.
   */
  add(execute: Execute, queue: QueueName, data: JobData, afterSeconds?: number): Promise<void>
  /** Has this process look for a job that was just committed, instead of at its next interval. Others find it at theirs. */
  look(queue: QueueName): void
  /** Works on a queue's jobs, one at a time. A job whose handler throws or dies is retried later. */
  work(queue: QueueName, handler: (data: JobData) => Promise<void>): Promise<void>
  /** Runs a round at its interval in one of the processes. The signal asks it to stop early. */
  every(round: RoundName, handler: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits for the running handlers. */
  stop(): Promise<void>
}

/**
 * `pool` must belong to the server's role and must not be pipelined. Any number of processes may work on the queues.
 */
export async function openJobs(pool: Pool, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    // Seconds until a dead process's job is noticed as expired and given to another.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  const stopping = new AbortController()
  const callForRounds: NodeJS.Timeout[] = []
  /** The queue of each worker of this process. */
  const workers = new Map<string, QueueName>()
  const look = (queue: QueueName) => {
    for (const [worker, itsQueue] of workers) if (itsQueue === queue) boss.notifyWorker(worker)
  }
  return {
    look,
    async add(execute, queue, data, afterSeconds = 0) {
      const turn = turns[queue] === undefined ? 0 : await turnOf(execute, queue, data)
      if (turn === undefined) return
      await boss.send(queue, data, {
        startAfter: afterSeconds,
        priority: -turn,
        group: { id: data.tenantId },
        db: { executeSql: (text, values) => execute(text, values ?? []) },
      })
    },
    async every(round, handler) {
      const { everySeconds } = rounds[round]
      // Every process requests each round; the queue keeps the first request and drops the others.
      const call = () => boss.send(round, {}, { singletonSeconds: everySeconds }).catch(onError)
      callForRounds.push(setInterval(() => void call(), everySeconds * 1000))
      await boss.work(round, { pollingIntervalSeconds: 10 }, async ([job]) => {
        const signals = [stopping.signal, ...(job ? [job.signal] : [])]
        await handler(AbortSignal.any(signals)).catch((error: unknown) => {
          onError(new Error(`The round ${round} failed: ${error instanceof Error ? error.message : String(error)}`))
          throw error
        })
      })
      await call()
    },
    async work(queue, handler) {
      const { lookEverySeconds: pollingIntervalSeconds, atOnce: batchSize } = queues[queue]
      const work = async (jobs: readonly { data: JobData }[]) => {
        for (const { data } of jobs) await handler(data)
        // The next job starts without waiting for the next poll. After a failure it does wait, so that a service that
        // just failed is spared.
        look(queue)
      }
      workers.set(await boss.work<JobData>(queue, { pollingIntervalSeconds, batchSize }, work), queue)
    },
    async stop() {
      stopping.abort()
      for (const timer of callForRounds) clearInterval(timer)
      await boss.stop({ timeout: 10_000 })
    },
  }
}

/**
 * The turn of a new job: that of the jobs that are next, or behind the last one of its tenant. Undefined if the same job waits
 * already. Jobs that failed wait for their next try outside of the turns.
 */
async function turnOf(execute: Execute, queue: QueueName, { tenantId, id }: JobData): Promise<number | undefined> {
  // Thousands of mails may wait, so each question reads no more than the ends of an index.
  const waiting = `from ${schema}.job where name = $1 and state < 'active' and not blocked and start_after <= now()`
  const active = `from ${schema}.job where name = $1 and state = 'active' and group_id`
  const { rows } = await execute(
    `select $4::boolean and exists (select ${waiting} and group_id = $2 and data ->> 'id' = $3) as waits,
       coalesce(greatest(
         least((select -priority ${waiting} order by priority desc limit 1), (select min(-priority) ${active} is not null)),
         (select 1 - priority ${waiting} and group_id = $2 order by priority limit 1),
         (select max(1 - priority) ${active} = $2)
       ), 0) as turn`,
    [queue, tenantId, id, turns[queue]?.mayWait === true],
  )
  const [found] = rows as { waits: boolean; turn: number }[] // a query without a table has one row
  return found?.waits === true ? undefined : (found?.turn ?? 0)
}

/** Identifies the state that `migrateJobs` leaves; it changes with the library and with the queues. */
const revision = `${library.version} ${createHash('sha256').update(JSON.stringify({ queues, rounds })).digest('base64url')}`

/** Tells whether the queue's tables match the installed version and have every queue. */
export async function areJobsMigrated(owner: ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ revision: string | null }>(
    `select obj_description(oid, 'pg_namespace') as revision from pg_namespace where nspname = $1`,
    [schema],
  )
  return rows[0]?.revision === revision
}

/**
 * Creates or updates the queue's tables as the owner. The server's role uses them and the reader's role backs them up.
 */
export async function migrateJobs(owner: ClientBase, roles: RoleNames): Promise<void> {
  // The library sends SET LOCAL in one message with others, which a PostgreSQL that spreads tenants would pass on whole.
  await owner.query(`select set_config('citus.propagate_set_commands', 'none', false)`)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const dayLong = 24 * 60 * 60
  for (const [name, { retries }] of Object.entries(queues)) {
    await boss.createQueue(name)
    await boss.updateQueue(name, { ...retries, deleteAfterSeconds: dayLong })
  }
  for (const [name, { everySeconds, expireInSeconds }] of Object.entries(rounds)) {
    // With this policy no second round is added while one waits or runs.
    await boss.createQueue(name, { policy: 'exclusive' })
    await boss.updateQueue(name, { expireInSeconds, deleteAfterSeconds: 2 * everySeconds })
  }
  await boss.stop({ graceful: false })
  const role = escapeIdentifier(roles.server)
  const reader = escapeIdentifier(roles.reader)
  await owner.query(`
    grant usage on schema ${schema} to ${role};
    grant select, insert, update, delete on all tables in schema ${schema} to ${role};
    grant execute on all functions in schema ${schema} to ${role};
    grant usage on all sequences in schema ${schema} to ${role};
    grant usage on schema ${schema} to ${reader};
    grant select on all tables in schema ${schema} to ${reader};
    grant select on all sequences in schema ${schema} to ${reader};
    comment on schema ${schema} is ${escapeLiteral(revision)}`)
}
