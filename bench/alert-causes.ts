import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rm, rmdir } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { SMTPServer } from 'smtp-server'
import { asOwner, postmasterOf } from './embedded.ts'
import { logInAt } from './session.ts'
import { demo, findRecord } from './writers.ts'

/** What goes wrong, and the alerts that it fires. `make` begins it and returns what ends it. */
export interface Cause {
  expected: readonly string[]
  what: string
  make: () => Promise<() => Promise<unknown>>
}

interface Installation {
  dataDir: string
  /** The port of the process that is asked. */
  port: number
  /** The port of the mail server, where nobody listens before a cause ends. */
  mailPort: number
  /** The other process. */
  replace: { stop: () => Promise<void>; start: () => Promise<void> }
}

/** Lists a cause for each alert. Ages are made by moving times in the database back, because nobody waits for an hour. */
export async function causesOf({ dataDir, port, mailPort, replace }: Installation): Promise<Cause[]> {
  const headers = { ...(await logInAt(port, 'group@harbour.test', demo)), 'content-type': 'application/json' }
  const api = `http://127.0.0.1:${port}/api/v1`
  const like = await findRecord(`${api}/test-records`, headers)
  const send = (address: string, body?: object) =>
    fetch(`${api}${address}`, {
      headers: { ...headers, 'idempotency-key': randomUUID() },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).then(
      async (reply) => {
        await reply.arrayBuffer()
        return reply.status
      },
      () => 0,
    )
  const record = (note = 'Brief') => send('/test-records', { ...like, note })
  const list = () => send('/test-records?per_page=10')
  /** Repeats work in several places at once until the returned function is called. */
  const repeat = (work: () => Promise<unknown>, atOnce: number) => {
    let isOver = false
    const run = async () => {
      while (!isOver) await work()
    }
    const running = Promise.all(Array.from({ length: atOnce }, run))
    return async () => {
      isOver = true
      await running
    }
  }
  const change = (statement: string) => inDemo(dataDir, (owner) => owner.query(statement))

  return [
    {
      expected: ['LateralProcessDown'],
      what: 'a process is stopped',
      make: async () => {
        await replace.stop()
        return () => replace.start()
      },
    },
    {
      expected: ['LateralDatabaseAway', 'LateralRefusing'],
      what: 'PostgreSQL is frozen while pages ask',
      make: async () => {
        const pids = await postgresOf(dataDir)
        for (const pid of pids) process.kill(pid, 'SIGSTOP')
        const stop = repeat(list, 6)
        return async () => {
          for (const pid of pids) process.kill(pid, 'SIGCONT')
          await stop()
        }
      },
    },
    {
      expected: ['LateralDiskFull'],
      what: 'the disk is full while tests are recorded',
      make: async () => {
        const filler = path.join(dataDir, 'filler')
        await fill(filler)
        const stop = repeat(async () => {
          await record('x'.repeat(900))
          await fill(filler)
        }, 4)
        return async () => {
          await stop()
          await rm(filler)
          // Succeeds once PostgreSQL writes again.
          while ((await record()) !== 201) await sleep(500)
        }
      },
    },
    {
      expected: ['LateralFailing'],
      what: 'a table is missing, so that logins fail inside',
      make: async () => {
        await change('alter table throttle_counters rename to moved')
        const stop = repeat(() => logInAt(port, demo.email, demo).catch(() => undefined), 2)
        return async () => {
          await stop()
          await change('alter table moved rename to throttle_counters')
        }
      },
    },
    {
      expected: ['LateralSlow', 'LateralPoolExhausted'],
      what: 'a transaction locks a table for 3 s again and again',
      make: async () => {
        const stop = repeat(list, 8)
        const unlock = repeat(async () => {
          await inDemo(dataDir, (owner) => owner.query('lock table test_records; select pg_sleep(3)'))
        }, 1)
        return async () => {
          await unlock()
          await stop()
        }
      },
    },
    {
      expected: ['LateralAuditChainBroken'],
      what: 'the seal of the last event is changed in the database',
      make: async () => {
        const last = 'position = (select max(position) from audit_events where tenant_id = current_tenant())'
        const where = `where tenant_id = current_tenant() and ${last}`
        await change('select seal_audit_events(1000000)')
        await change('select verify_audit_events(1000000)')
        await change(`update audit_events set hash = sha256(hash) ${where}`)
        await change('select verify_audit_events(1000000)')
        return async () => {
          await change(
            `update audit_events e set hash = audit_hash(
               (select b.hash from audit_events b where b.tenant_id = e.tenant_id and b.position = e.position - 1), e) ${where}`,
          )
          execFileSync(process.execPath, ['scripts/commands/lateral.ts', 'clear-audit-alarm', '--tenant', demo.slug], {
            env: { ...process.env, DATA_DIR: dataDir },
            stdio: 'ignore',
          })
        }
      },
    },
    {
      expected: ['LateralOutboxBehind'],
      what: 'the mail server is away, for an hour',
      make: async () => {
        await askForMail(port)
        await until(async () => (await waitingMails(dataDir)) > 0)
        // A mail that is being tried at this moment is changed once it waits again.
        await until(async () => {
          const { rowCount } = await change(
            `update jobs.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour'
             where name = 'send-message' and state < 'active'`,
          )
          return (rowCount ?? 0) > 0
        })
        return async () => {
          const mailServer = await startMailServer(mailPort)
          await until(async () => {
            await change(`update jobs.job set start_after = now() where name = 'send-message' and state < 'active'`)
            return (await waitingMails(dataDir)) === 0
          })
          await new Promise<void>((resolve) => mailServer.close(() => resolve()))
        }
      },
    },
    {
      expected: ['LateralOutboxGivenUp'],
      what: 'the last try of a mail fails',
      make: async () => {
        await askForMail(port)
        await until(async () => (await waitingMails(dataDir)) > 0)
        // A mail that is being tried at this moment is changed once it waits again.
        await until(async () => {
          await change(
            `update jobs.job set retry_limit = 0, start_after = now() where name = 'send-message' and state < 'active'`,
          )
          return (await waitingMails(dataDir)) === 0
        })
        // A day later the queue forgets it.
        return () => change(`delete from jobs.job where name = 'send-message' and state = 'failed'`)
      },
    },
    {
      expected: ['LateralSealingBehind'],
      what: 'a transaction that does not end keeps events from being sealed, for an hour',
      make: async () => {
        const release = await hold(dataDir, `pg_advisory_xact_lock(hashtextextended('audit ' || current_tenant(), 0))`)
        await record()
        await change(`update audit_events set occurred_at = now() - interval '1 hour' where position is null`)
        return release
      },
    },
    {
      expected: ['LateralFoldingBehind'],
      what: 'a transaction that does not end keeps records from being counted, for an hour',
      make: async () => {
        const release = await hold(
          dataDir,
          `pg_advisory_xact_lock(hashtextextended('record counts ' || current_tenant(), 0))`,
        )
        await record()
        await change(`update record_deltas set added_at = now() - interval '1 hour'`)
        return release
      },
    },
    {
      expected: ['LateralJobsBehind'],
      what: 'the file of a photo cannot be removed, for an hour',
      make: async () => {
        const [id, { tenantId }] = [randomUUID(), await demoTenant(dataDir)]
        const place = path.join(dataDir, 'files/device-images', tenantId, `${id}.webp`)
        await mkdir(path.join(place, 'in-the-way'), { recursive: true })
        await change(`insert into jobs.job (name, data, created_on, start_after, state, retry_count, retry_limit, retry_delay)
          values ('remove-photo', '${JSON.stringify({ tenantId, id })}', now() - interval '1 hour', now(), 'retry', 1, 100, 1)`)
        return async () => {
          await rm(path.join(place, 'in-the-way'), { recursive: true })
          await rmdir(place)
        }
      },
    },
    {
      expected: ['LateralExportsStuck'],
      what: 'an export is read slowly, for two hours',
      make: async () => {
        // More than the buffers of a connection hold.
        await change(`update test_records set note = repeat(chr(66560), 1000) where tenant_id = current_tenant()`)
        const everything = await logInAt(port, 'tenant@harbour.test', demo)
        const reply = await new Promise<IncomingMessage>((resolve, reject) => {
          get(`${api}/test-records/export`, { headers: everything, agent: false }, resolve).once('error', reject)
        })
        reply.on('error', () => undefined)
        const reading = setInterval(() => reply.read(1024), 2000)
        await change(`update export_turns set started_at = now() - interval '2 hours'`)
        return async () => {
          clearInterval(reading)
          reply.destroy()
        }
      },
    },
    {
      expected: ['LateralLoginsFailing'],
      what: 'somebody guesses passwords',
      make: async () => {
        const guess = () => logInAt(port, `${randomUUID()}@harbour.test`, { ...demo, password: 'Wrong-Password-1' })
        return repeat(() => guess().catch(() => sleep(100)), 4)
      },
    },
  ]
}

/** Runs statements of the owner in the demo tenant, in one transaction. */
async function inDemo<T>(dataDir: string, work: (owner: Client) => Promise<T>): Promise<T> {
  return asOwner(dataDir, async (owner) => {
    await owner.query('begin')
    await owner.query(entering)
    const done = await work(owner)
    await owner.query('commit')
    return done
  })
}

const entering = `select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = '${demo.slug}'`

/** Keeps a lock in a transaction that does not end until the returned function is called. */
async function hold(dataDir: string, lock: string): Promise<() => Promise<unknown>> {
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  const { promise: held, resolve: hasBegun } = Promise.withResolvers<void>()
  const ended = inDemo(dataDir, async (owner) => {
    await owner.query(`select ${lock}`)
    hasBegun()
    await over
  })
  await held
  return () => {
    end()
    return ended
  }
}

async function demoTenant(dataDir: string): Promise<{ tenantId: string }> {
  return inDemo(dataDir, async (owner) => {
    const { rows } = await owner.query<{ id: string }>('select current_tenant() as id')
    return { tenantId: rows[0]?.id ?? '' }
  })
}

async function waitingMails(dataDir: string): Promise<number> {
  return inDemo(dataDir, async (owner) => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int from jobs.job where name = 'send-message' and state in ('created', 'retry', 'active')`,
    )
    return rows[0]?.count ?? 0
  })
}

/** Asks for a new password, which queues a mail. */
async function askForMail(port: number): Promise<void> {
  const host = `127.0.0.1:${port}`
  const visitor = await fetch(`http://${host}/api/v1/sanctum/csrf-cookie`)
  const cookies = visitor.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')))
  const token = cookies.find((cookie) => cookie.startsWith('XSRF-TOKEN='))?.slice('XSRF-TOKEN='.length) ?? ''
  const reply = await fetch(`http://${host}/api/v1/password-resets`, {
    method: 'POST',
    headers: {
      cookie: cookies.join('; '),
      'x-xsrf-token': decodeURIComponent(token),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: demo.email }),
  })
  if (!reply.ok) throw new Error(`POST /password-resets answered ${reply.status}`)
}

/** Starts a mail server that takes everything. */
async function startMailServer(port: number): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _session, taken) => {
      stream.resume().once('end', () => taken())
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

/** Lists PostgreSQL's processes: the postmaster first, then its children. */
async function postgresOf(dataDir: string): Promise<number[]> {
  const postmaster = await postmasterOf(dataDir)
  if (postmaster === undefined) throw new Error(`No PostgreSQL runs in ${dataDir}`)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === postmaster.pid)
  return [postmaster.pid, ...children]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return undefined
  }
}

/** Fills the disk of a file with zeros. */
async function fill(name: string): Promise<void> {
  const file = await open(name, 'a')
  try {
    for (const size of [1024 * 1024, 4096]) {
      while ((await file.write(Buffer.alloc(size)).catch(() => undefined))?.bytesWritten === size);
    }
  } finally {
    await file.close()
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(200)
}
