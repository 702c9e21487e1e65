/** Has several processes send ten thousand mails of one outbox, while each of them is replaced. */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { SMTPServer } from 'smtp-server'
import { asOwner, askedInDemo } from './embedded.ts'
import { benchDir, type Running, startServer, takePort } from './processes.ts'
import { printAim, printTable } from './report.ts'
import { demo } from './writers.ts'

const count = Number(process.env.BENCH_MAILS ?? 10_000)
const processesAtOnce = 4
const limitMs = 30 * 60_000

const dataDir = path.join(benchDir, 'mails')
await rm(dataDir, { recursive: true, force: true })
/** How often the mail server took a mail to each address. */
const taken = new Map<string, number>()
const mailPort = takePort()
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  logger: false,
  onData: (stream, session, done) => {
    stream.resume()
    stream.once('end', () => {
      for (const { address } of session.envelope.rcptTo) taken.set(address, (taken.get(address) ?? 0) + 1)
      done()
    })
  },
})
mailServer.on('error', () => undefined)
mailServer.listen(mailPort, '127.0.0.1')

const env = { NODE_ENV: 'development', DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${mailPort}`, DRAIN_SECONDS: '0' }
const processes: Running[] = []
try {
  for (let n = 0; n < processesAtOnce; n += 1) processes.push(await startServer(`mails-${n}`, env))
  const started = performance.now()
  await queueMails()
  for (const [n, running] of processes.entries()) {
    await until(() => taken.size > ((n + 1) * count) / (processesAtOnce + 2))
    await running.stop()
    processes[n] = await startServer(`mails-${n}`, env, { port: running.port })
  }
  await until(async () => (await countBy("state = 'waiting'")) === 0)
  await report((performance.now() - started) / 1000)
} finally {
  for (const running of processes) await running.stop()
  mailServer.close()
}

/** Queues the mails as the server does: a row of the outbox and a job for each, in one transaction. */
async function queueMails(): Promise<void> {
  await asOwner(dataDir, async (owner) => {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => owner.query(text, values) },
      schema: 'jobs',
      migrate: false,
      createSchema: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    await owner.query('begin')
    await owner.query(`select enter_tenant(tenant_id) from tenant_addresses where kind = 'slug' and address = $1`, [
      demo.slug,
    ])
    const { rows } = await owner.query<{ id: string; tenantId: string }>(
      `insert into messages (tenant_id, id, user_id, channel, template, recipient, locale)
       select u.tenant_id, gen_random_uuid(), u.id, 'email', 'account-suspended', n || '@mails.example', 'en_GB'
       from users u, generate_series(1, $1::int) n where u.email = $2
       returning id, tenant_id as "tenantId"`,
      [count, demo.email],
    )
    await boss.insert(
      'send-message',
      rows.map((data) => ({ data })),
    )
    await owner.query('commit')
    await boss.stop({ graceful: false })
  })
}

async function countBy(condition: string): Promise<number> {
  const [row] = await askedInDemo<{ count: number }>(
    dataDir,
    `select count(*)::int as count from messages where recipient like '%@mails.example' and ${condition}`,
  )
  return row?.count ?? 0
}

async function report(seconds: number): Promise<void> {
  printTable(`${count} mails by ${processesAtOnce} processes, each replaced once`, [
    { taken: taken.size, seconds: seconds.toFixed(0), 'per second': (taken.size / seconds).toFixed(0) },
  ])
  printAim('mails that the mail server took', taken.size, { atLeast: count })
  printAim('sent twice', [...taken.values()].filter((times) => times > 1).length, { atMost: 0 })
  printAim('not marked as sent', count - (await countBy("state = 'sent'")), { atMost: 0 })
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Only ${taken.size} mails came in ${limitMs / 60_000} minutes`)
    await sleep(200)
  }
}
