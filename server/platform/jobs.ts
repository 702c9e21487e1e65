import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { RoleNames } from './roles.ts'
import { escapeIdentifier, escapeLiteral, type ClientBase, type Pool } from 'pg'

/** The job queue's own tables live in a schema of their own. */
const schema = 'jobs'

const sending = { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 60 } as const

/** Queues with how often and how long they are tried: a mail server may be away for days. */
const queues = {
  'send-message': sending,
  // Apart, so that mail does not wait for a text service that is slow or away.
  'send-text': sending,
} as const
export type QueueName = keyof typeof queues

/** Ids alone: a job outlives the erasure of the person that it is about. */
export interface JobData {
  tenantId: string
  id: string
}

/** Runs a statement in the transaction that the job belongs to. */
type Execute = (text: string, values: readonly unknown[]) => Promise<{ rows: unknown[] }>

export interface Jobs {
  /** Adds a job that exists once the caller's transaction is committed. */
  add(execute: Execute, queue: QueueName, data: JobData): Promise<void>
  /** Works on a queue's jobs, one at a time. A handler that throws is called again later; so is one that dies. */
  work(queue: QueueName, handler: (data: JobData) => Promise<void>): Promise<void>
  /** Waits for the handlers that run. */
  stop(): Promise<void>
}

/** `pool` belongs to the server's role and is not pipelined. Any number of processes may work on the same queues. */
export async function openJobs(pool: Pool, onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema,
    migrate: false,
    createSchema: false,
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', onError)
  await boss.start()
  return {
    async add(execute, queue, data) {
      await boss.send(queue, data, {
        db: { executeSql: (text, values) => execute(text, values ?? []) },
      })
    },
    async work(queue, handler) {
      await boss.work<JobData>(queue, { pollingIntervalSeconds: 0.5 }, async (jobs) => {
        for (const { data } of jobs) await handler(data)
      })
    },
    stop: () => boss.stop({ timeout: 10_000 }),
  }
}

/** What `migrateJobs` leaves behind: it changes with the library and with the queues. */
const revision = `${library.version} ${createHash('sha256').update(JSON.stringify(queues)).digest('base64url')}`

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
  const options = { deleteAfterSeconds: 24 * 60 * 60 }
  for (const [name, queue] of Object.entries(queues)) {
    await boss.createQueue(name, { ...queue, ...options })
    await boss.updateQueue(name, { ...queue, ...options })
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
