import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { RoleNames } from './roles.ts'
import { escapeIdentifier, escapeLiteral, type ClientBase, type Pool } from 'pg'

/** The job queue's own tables live in a schema of their own. */
const schema = 'jobs'

const sending = { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 }
const removing = { ...sending, retryDelay: 60, retryDelayMax: 3600 }

/**
 * Queues with how often and how long they are tried: a mail server or a bucket may be away for days. Jobs that are taken
 * at once are tried again together.
 */
const queues = {
  'send-message': { lookEverySeconds: 0.5, atOnce: 1, trying: sending },
  // Apart, so that mail does not wait for a text service that is slow or away.
  'send-text': { lookEverySeconds: 0.5, atOnce: 1, trying: sending },
  'remove-photo': { lookEverySeconds: 5, atOnce: 100, trying: removing },
}
export type QueueName = keyof typeof queues

/** Work that comes round by itself, in one process at a time, with how long one round may take. */
const rounds = {
  'fold-record-counts': { everySeconds: 10, expireInSeconds: 300 },
  'seal-audit': { everySeconds: 30, expireInSeconds: 300 },
  'leave-entries': { everySeconds: 60, expireInSeconds: 60 },
  'keep-audit-heads': { everySeconds: 60 * 60, expireInSeconds: 30 * 60 },
  'verify-audit': { everySeconds: 10 * 60, expireInSeconds: 10 * 60 },
  'remove-ended': { everySeconds: 60 * 60, expireInSeconds: 30 * 60 },
} as const
type RoundName = keyof typeof rounds

/** Ids alone: a job outlives the erasure of the person that it is about. */
export interface JobData {
  tenantId: string
  id: string
}

/** Runs a statement in the transaction that the job belongs to. */
type Execute = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

export interface Jobs {
  /** Adds a job that exists once the caller's transaction is committed, and is done no sooner than `afterSeconds`. */
  add(execute: Execute, queue: QueueName, data: JobData, afterSeconds?: number): Promise<void>
  /** Works on a queue's jobs, one at a time. A handler that throws is called again later; so is one that dies. */
  work(queue: QueueName, handler: (data: JobData) => Promise<void>): Promise<void>
  /** Does a round now and then, in whichever process is first. The signal says that it should stop early. */
  every(round: RoundName, handler: (signal: AbortSignal) => Promise<void>): Promise<void>
  /** Waits for the handlers that run. */
  stop(): Promise<void>
}

/** `pool` belongs to the server's role and is not pipelined. Any number of processes may work on the same queues. */
export async function openJobs(pool: Pool, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    // How soon the job of a process that died is seen to have run out, and is done by another.
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
  return {
    async add(execute, queue, data, afterSeconds = 0) {
      await boss.send(queue, data, {
        startAfter: afterSeconds,
        db: { executeSql: (text, values) => execute(text, values ?? []) },
      })
    },
    async every(round, handler) {
      const { everySeconds } = rounds[round]
      // Every process calls for each round; the queue keeps the first call and drops the others.
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
      const workers: string[] = []
      const work = async (jobs: readonly { data: JobData }[]) => {
        for (const { data } of jobs) await handler(data)
        // The next one does not wait for the next look. After a failure it does: whoever did not take this one is spared.
        for (const worker of workers) boss.notifyWorker(worker)
      }
      workers.push(await boss.work<JobData>(queue, { pollingIntervalSeconds, batchSize }, work))
    },
    async stop() {
      stopping.abort()
      for (const timer of callForRounds) clearInterval(timer)
      await boss.stop({ timeout: 10_000 })
    },
  }
}

/** What `migrateJobs` leaves behind: it changes with the library and with the queues. */
const revision = `${library.version} ${createHash('sha256').update(JSON.stringify({ queues, rounds })).digest('base64url')}`

/** Whether the queue's tables are those of the installed version, with every queue. */
export async function areJobsMigrated(owner: ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ revision: string | null }>(
    `select obj_description(oid, 'pg_namespace') as revision from pg_namespace where nspname = $1`,
    [schema],
  )
  return rows[0]?.revision === revision
}

/** Creates or updates the queue's tables as the owner; the server's role uses them, the reader's backs them up. */
export async function migrateJobs(owner: ClientBase, roles: RoleNames): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  const dayLong = 24 * 60 * 60
  for (const [name, { trying }] of Object.entries(queues)) {
    await boss.createQueue(name)
    await boss.updateQueue(name, { ...trying, deleteAfterSeconds: dayLong })
  }
  for (const [name, { everySeconds, expireInSeconds }] of Object.entries(rounds)) {
    // A second one is not added while one waits or runs.
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
