import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { buildApp } from '../../server/app.ts'
import { openDoor, type Door } from '../../server/access/door/door.ts'
import { makeResultToken } from '../../server/deliveries/service.ts'
import { startReadingImports } from '../../server/imports/reading-service.ts'
import { makeMailboxCode } from '../../server/notifications/service.ts'
import { makeInviteCode } from '../../server/invites/service.ts'
import { startSending } from '../../server/messages/service.ts'
import { Admission } from '../../server/platform/admission.ts'
import { readConfig, type TextConfig } from '../../server/platform/config.ts'
import type { DomainLookup } from '../../server/platform/domain-lookup.ts'
import { createPool } from '../../server/platform/database.ts'
import { openFiles } from '../../server/platform/files.ts'
import type { ExportTimes } from '../../server/access/exports/export-watch.ts'
import { startKeepingErasures } from '../../server/own-account/erasures-service.ts'
import { openJobs } from '../../server/platform/jobs.ts'
import type { KeptLines } from '../../server/platform/kept-lines.ts'
import { startUpkeep } from '../../server/upkeep/service.ts'
import { openWebhookSender, type WebhookSender } from '../../server/webhooks/sending-service.ts'
import { certificate } from '../programs/certificate.ts'
import { unknownToTheTrail } from './audit-words.ts'
import type { TestDatabase } from './database.ts'
import { asOwnerIn } from './rows.ts'
import { asking, noRequest, SentStatements } from './sent-statements.ts'
import { keepDirectory, type TestTenant } from './tenants.ts'
import { createDatabaseOfTwo, insertTwoTenants, type TwoTenants } from './two-tenants.ts'

/** The built app on its own database, with two tenants whose ids and emails are equal. */
export interface TestApp extends TwoTenants {
  app: FastifyInstance
  database: TestDatabase
  dataDir: string
  /**
   * Makes another app of this installation, like another process, with its own pool and times if given. It is closed
   * along with this one.
   */
  another(own?: Own): Promise<FastifyInstance>
  /** Starts sending the outbox's messages to this mail server and text service, or else to where `mails` finds them. */
  startSending(smtpUrl?: string, texts?: TextConfig): Promise<void>
  /** Logged problems of messages that were not sent. */
  problems: string[]
  /** Starts sending as in production, where messages without a server wait. */
  startSendingInProduction(smtpUrl: string): Promise<void>
  /** Returns the messages to an address or number, the newest first. */
  mails(tenant: TestTenant, to: string): Promise<SentMail[]>
  /** The door for work outside requests. */
  door: Door
  /** Starts removing expired data and files, as each process does. */
  startUpkeep(): Promise<void>
  /** Starts reading imported files, as each process does. */
  startReadingImports(): Promise<void>
  /** Starts writing erasures to a place outside of the database, as each process does. */
  startKeepingErasures(place: KeptLines): Promise<void>
  /** What sends for webhooks. It trusts the tests' certificate alone. */
  webhooks: WebhookSender
  /** The statements that requests and jobs have sent so far; `close` fails if any breaks the rules. */
  statements: SentStatements
  /** Runs a query inside a tenant as the owner of the tables, and returns its rows. */
  query<Row extends pg.QueryResultRow>(tenant: TestTenant, text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** A message that was sent without a mail server, with its parsed link; `about:blank` without one. */
export interface SentMail {
  subject: string
  text: string
  html: string
  link: URL
}

/** More connections than all requests of a test need at once. */
const plenty = 10_000

/** The parts of a test process that are its own. */
interface Own {
  pool?: pg.Pool
  /** Makes requests share the connections as in production. Otherwise none is refused because the machine is busy. */
  sharesConnections?: boolean
  exportConnections?: number
  exportTimes?: ExportTimes
  /** The database's URL for exports, and the limit of their statements in milliseconds. */
  exportUrl?: string
  exportLimitMs?: number
}

/**
 * Starts the app. `log` gets every line of the log. No domain resolves unless `lookUpDomain` says so. `settings` are
 * environment variables; if they turn tracing on, every request is traced.
 */
export async function startTestApp({
  exportConnections = 4,
  exportTimes,
  database: given,
  replicaUrl,
  log,
  lookUpDomain = async () => [],
  lookUpName = async () => [],
  settings = {},
}: {
  exportConnections?: number
  exportTimes?: ExportTimes
  /** A migrated, empty database, instead of one that is made; it is dropped at the end. */
  database?: TestDatabase
  replicaUrl?: string
  log?: { write(line: string): void }
  lookUpDomain?: DomainLookup
  /** Returns the addresses of a webhook's receiver; none by default. */
  lookUpName?: (name: string) => Promise<string[]>
  settings?: Record<string, string>
} = {}): Promise<TestApp> {
  const { database, ours, theirs } = given
    ? { database: given, ...(await insertTwoTenants(given.ownerUrl)) }
    : await createDatabaseOfTwo()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-app-'))
  await Promise.all([storePhotos(dataDir, ours), storePhotos(dataDir, theirs)])

  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? (log ? 'trace' : 'silent'),
    ...settings,
  })
  const webhooks = openWebhookSender(config, { lookUp: lookUpName, authorities: certificate })
  const onError = (): void => undefined
  const statements = new SentStatements()
  statements.listenTo(database.pool)
  const jobPool = createPool({ name: 'jobs', url: database.poolUrl, size: 2, onError, pipeline: false })
  const pools: pg.Pool[] = [jobPool]
  const jobs = await openJobs(jobPool, onError)
  const door = inName(noRequest, openDoor(database.pool, jobs))
  const apps: FastifyInstance[] = []
  const problems: string[] = []
  const build = async ({
    pool = database.pool,
    sharesConnections = false,
    exportConnections: size = exportConnections,
    exportTimes: times = exportTimes,
    exportUrl = database.poolUrl,
    exportLimitMs,
  }: Own = {}) => {
    const exportPool = createPool({
      name: 'exports',
      url: exportUrl,
      size,
      onError,
      pipeline: false,
      ...(exportLimitMs !== undefined && { queryLimitMs: exportLimitMs }),
    })
    pools.push(exportPool)
    statements.listenTo(exportPool)
    if (pool !== database.pool) statements.listenTo(pool)
    const replica = replicaUrl === undefined ? undefined : openReplicaPools(replicaUrl)
    if (replica !== undefined) {
      pools.push(replica.pool, replica.exportPool)
      statements.listenTo(replica.pool)
      statements.listenTo(replica.exportPool)
    }
    const app = await buildApp({
      config,
      lookUpDomain,
      pool,
      exportPool,
      jobPool,
      replica,
      jobs,
      webhooks,
      ...(log && { log }),
      ...(!sharesConnections && { admission: new Admission(plenty) }),
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
    webhooks,
    statements,
    startUpkeep: () => startUpkeep(jobs, door, openFiles(config)),
    startReadingImports: () => startReadingImports(jobs, door, openFiles(config)),
    startKeepingErasures: (place) => startKeepingErasures(jobs, door, place),
    startSending: (smtpUrl, texts) =>
      startSending(
        jobs,
        door,
        { ...config, mail: { ...config.mail, smtpUrl }, texts },
        { makeInviteCode, makeResultToken, makeMailboxCode },
        (problem) => problems.push(JSON.stringify(problem)),
      ),
    problems,
    startSendingInProduction: (smtpUrl) =>
      startSending(
        jobs,
        door,
        { ...config, environment: 'production', mail: { ...config.mail, smtpUrl } },
        { makeInviteCode, makeResultToken, makeMailboxCode },
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
      asOwnerIn(database.owner, tenant.id, async (owner) => {
        const { rows } = await owner.query(text, values)
        if (text.startsWith('update tenants')) await keepDirectory(owner, tenant.id)
        return rows
      }),
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
      if (statements.askedSeveral.length > 0)
        throw new Error(`These asked several servers at once: ${statements.askedSeveral.join(', ')}`)
      const words = [...new Set(unknown.flat())]
      if (words.length > 0)
        throw new Error(`Name these in contract/audit, with words in contract/phrases/*/audit*.ts: ${words.join(', ')}`)
    },
  }
}

function openReplicaPools(url: string) {
  const onError = (): void => undefined
  return {
    pool: createPool({ url, size: 2, onError }),
    exportPool: createPool({ url, size: 2, onError, pipeline: false }),
  }
}

/** A door that attributes its statements to `who`. */
function inName(who: string, door: Door): Door {
  return {
    enter: (visit, work, more) => asking(who, () => door.enter(visit, work, more)),
    enterTenant: (tenantId, workId, work) => asking(who, () => door.enterTenant(tenantId, workId, work)),
    enterNewTenant: (tenant, workId, work) => asking(who, () => door.enterNewTenant(tenant, workId, work)),
    takeTurns: (...turns) => asking(who, () => door.takeTurns(...turns)),
    endTurns: (...turns) => asking(who, () => door.endTurns(...turns)),
    roundsWithoutAll: () => asking(who, () => door.roundsWithoutAll()),
    operatorTenantId: () => asking(who, () => door.operatorTenantId()),
    everyTenant: () => asking(who, () => door.everyTenant()),
    tenantsToSeal: () => asking(who, () => door.tenantsToSeal()),
    tenantsToFold: () => asking(who, () => door.tenantsToFold()),
    tenantsWithAlarm: () => asking(who, () => door.tenantsWithAlarm()),
    tenantsToVerify: () => asking(who, () => door.tenantsToVerify()),
    tenantsToNotify: () => asking(who, () => door.tenantsToNotify()),
    rulesToReport: () => asking(who, () => door.rulesToReport()),
    dueNotificationReports: (most) => asking(who, () => door.dueNotificationReports(most)),
    dueWebhooks: (most) => asking(who, () => door.dueWebhooks(most)),
  }
}

/** The content names its place and tenant, so that a wrong photo is recognised. */
async function storePhotos(dataDir: string, tenant: TestTenant): Promise<void> {
  const folder = path.join(dataDir, 'files', 'device-images', tenant.id)
  await mkdir(folder, { recursive: true })
  for (const place of Object.values(tenant.places)) {
    await writeFile(path.join(folder, `${place.imageId}.webp`), `${place.marker} ${tenant.marker}`)
  }
}
