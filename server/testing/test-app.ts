import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { buildApp } from '../app.ts'
import { openDoor, type Door } from '../access/door.ts'
import { makeResultToken } from '../deliveries/service.ts'
import { makeInviteCode } from '../invites/service.ts'
import { startSending } from '../messages/service.ts'
import { readConfig, type TextConfig } from '../platform/config.ts'
import type { DomainLookup } from '../platform/domain-lookup.ts'
import { createPool } from '../platform/database.ts'
import { openFiles } from '../platform/files.ts'
import type { ExportTimes } from '../access/exports/export-watch.ts'
import { openJobs } from '../platform/jobs.ts'
import { startUpkeep } from '../upkeep/service.ts'
import { unknownToTheTrail } from './audit-words.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { asOwnerIn } from './rows.ts'
import { asking, SentStatements } from './sent-statements.ts'
import { insertTenant, type TestTenant } from './tenants.ts'

/** The built app on a database of its own, with two tenants whose ids and emails are the same. */
export interface TestApp {
  app: FastifyInstance
  database: TestDatabase
  dataDir: string
  ours: TestTenant
  /** The tenant that must never be seen. */
  theirs: TestTenant
  /** Another process of the same installation, in effect, on a pool of its own and with times of its own if they are given. Closed with this one. */
  another(own?: Own): Promise<FastifyInstance>
  /** Sends the messages of the outbox from now on: to this mail server and text service, else to where `mails` finds them. */
  startSending(smtpUrl?: string, texts?: TextConfig): Promise<void>
  /** What was logged of messages that were not sent. */
  problems: string[]
  /** The same as in production: what has no server to go to waits. */
  startSendingInProduction(smtpUrl: string): Promise<void>
  /** What was sent to an address or number, newest first. */
  mails(tenant: TestTenant, to: string): Promise<SentMail[]>
  /** The door for work that no request asks for. */
  door: Door
  /** Removes what is over from now on, files too, as each process does. */
  startUpkeep(): Promise<void>
  /** What requests and jobs have sent to the database so far; `close` refuses what does not keep the rules of statements. */
  statements: SentStatements
  /** Rows of a query that the owner of the tables asks inside a tenant. */
  query<Row extends pg.QueryResultRow>(tenant: TestTenant, text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** A mail that was sent without a mail server, with where its link leads and what it carries; `about:blank` without a link. */
export interface SentMail {
  subject: string
  text: string
  html: string
  link: URL
}

/** What a process of the test has to itself. */
interface Own {
  pool?: pg.Pool
  exportConnections?: number
  exportTimes?: ExportTimes
}

/** With `log`, every line of the log goes there. No domain has an entry, unless `lookUpDomain` says so. `settings` are those of the environment. Every request is traced where they say so. */
export async function startTestApp({
  exportConnections = 4,
  exportTimes,
  log,
  lookUpDomain = async () => [],
  settings = {},
}: {
  exportConnections?: number
  exportTimes?: ExportTimes
  log?: { write(line: string): void }
  lookUpDomain?: DomainLookup
  settings?: Record<string, string>
} = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-app-'))
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query('begin')
  const ours = await insertTenant(client, { slug: 'ours', marker: 'Oursides', idPrefix: 'SAME', space: 16 })
  const theirs = await insertTenant(client, { slug: 'theirs', marker: 'Theirsome', idPrefix: 'SAME', space: 32 })
  await client.query('commit')
  await client.end()
  await Promise.all([storePhotos(dataDir, ours), storePhotos(dataDir, theirs)])

  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? (log ? 'trace' : 'silent'),
    ...settings,
  })
  const onError = (): void => undefined
  const statements = new SentStatements()
  statements.listenTo(database.pool)
  const jobPool = createPool({ url: database.serverUrl, size: 2, onError, pipeline: false })
  const pools: pg.Pool[] = [jobPool]
  const jobs = await openJobs(jobPool, onError)
  const door = inName('work that no request asks for', openDoor(database.pool, jobs))
  const apps: FastifyInstance[] = []
  const problems: string[] = []
  const build = async ({
    pool = database.pool,
    exportConnections: size = exportConnections,
    exportTimes: times = exportTimes,
  }: Own = {}) => {
    const exportPool = createPool({
      url: database.serverUrl,
      size,
      onError,
      pipeline: false,
      queryLimitMs: 0,
    })
    pools.push(exportPool)
    statements.listenTo(exportPool)
    if (pool !== database.pool) statements.listenTo(pool)
    const app = await buildApp({
      config,
      lookUpDomain,
      pool,
      exportPool,
      jobs,
      ...(log && { log }),
      traceChance: () => 0,
      ...(times && { exportTimes: times }),
    })
    apps.push(app)
    return app
  }
  return {
    app: await build(),
    database,
    dataDir,
    ours,
    theirs,
    another: build,
    door,
    statements,
    startUpkeep: () => startUpkeep(jobs, door, openFiles(config)),
    startSending: (smtpUrl, texts) =>
      startSending(
        jobs,
        door,
        { ...config, mail: { ...config.mail, smtpUrl }, texts },
        { makeInviteCode, makeResultToken },
        (problem) => problems.push(JSON.stringify(problem)),
      ),
    problems,
    startSendingInProduction: (smtpUrl) =>
      startSending(
        jobs,
        door,
        { ...config, environment: 'production', mail: { ...config.mail, smtpUrl } },
        { makeInviteCode, makeResultToken },
        (problem) => problems.push(JSON.stringify(problem)),
      ),
    async mails(tenant, to) {
      const mails = await asOwnerIn(database.owner, tenant.id, (owner) =>
        owner.query<Omit<SentMail, 'link'>>(
          'select subject, text, html from development_mail where recipient = $1 order by created_at desc, id desc',
          [to],
        ),
      )
      return mails.rows.map((mail) => ({ ...mail, link: new URL(/https?:\S+/.exec(mail.text)?.[0] ?? 'about:blank') }))
    },
    query: (tenant, text, values) =>
      asOwnerIn(database.owner, tenant.id, async (owner) => (await owner.query(text, values)).rows),
    async close() {
      await Promise.all(apps.map((app) => app.close()))
      await jobs.stop()
      await Promise.all(pools.map((pool) => pool.end()))
      const unknown = await Promise.all([ours, theirs].map(({ id }) => unknownToTheTrail(database.owner, id)))
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
      const faults = await statements.faults()
      if (faults.length > 0)
        throw new Error(`Statements that docs/decisions/0025-tenants-by-value.md forbids:\n${faults.join('\n')}`)
      const words = [...new Set(unknown.flat())]
      if (words.length > 0)
        throw new Error(`Name these in contract/audit, with words in contract/phrases/*/audit*.ts: ${words.join(', ')}`)
    },
  }
}

/** A door whose statements are told to be in somebody's name. */
function inName(who: string, door: Door): Door {
  return {
    enter: (visit, work, more) => asking(who, () => door.enter(visit, work, more)),
    enterTenant: (tenantId, workId, work) => asking(who, () => door.enterTenant(tenantId, workId, work)),
    enterNewTenant: (tenant, workId, work) => asking(who, () => door.enterNewTenant(tenant, workId, work)),
    takeTurns: (...turns) => asking(who, () => door.takeTurns(...turns)),
    endTurns: (...turns) => asking(who, () => door.endTurns(...turns)),
    operatorTenantId: () => asking(who, () => door.operatorTenantId()),
    tenantsToSeal: () => asking(who, () => door.tenantsToSeal()),
    tenantsToFold: () => asking(who, () => door.tenantsToFold()),
    tenantsToVerify: () => asking(who, () => door.tenantsToVerify()),
    countAuditAlarms: () => asking(who, () => door.countAuditAlarms()),
  }
}

/** The content names its place and tenant, so that a photo of somebody else can be told. */
async function storePhotos(dataDir: string, tenant: TestTenant): Promise<void> {
  const folder = path.join(dataDir, 'files', 'device-images', tenant.id)
  await mkdir(folder, { recursive: true })
  for (const place of Object.values(tenant.places)) {
    await writeFile(path.join(folder, `${place.imageId}.webp`), `${place.marker} ${tenant.marker}`)
  }
}
