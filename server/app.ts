import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { maxImageBytes } from '../contract/limits-and-times.ts'
import { endpoints } from '../contract/endpoints.ts'
import { fhirJson } from '../contract/fhir/served.ts'
import { openDoor } from './access/door/door.ts'
import { openReplica } from './access/door/replica.ts'
import { TokenQuota } from './access/serving/token-quota.ts'
import { apiTokenRoutes } from './api-tokens/routes.ts'
import { exportTimes } from './access/exports/exporting.ts'
import type { ExportTimes } from './access/exports/export-watch.ts'
import { sessionCookieName, sessionTokenOf } from './access/sessions/session-cookie.ts'
import { assayRoutes, assayUploadRoutes } from './assays/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { deviceImageRoutes } from './device-images/routes.ts'
import { fhirRoutes } from './fhir/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { developmentMailRoutes } from './messages/development-routes.ts'
import { importRoutes, importUploadRoutes } from './imports/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { listPrintRoutes } from './list-prints/routes.ts'
import { operatorEntryRoutes } from './operator/entry-routes.ts'
import { operatorRoutes } from './operator/routes.ts'
import { organisationRoutes } from './organisations/routes.ts'
import { ownAccountRoutes } from './own-account/routes.ts'
import { serveApiDescription } from './platform/api-description.ts'
import { serveApiReference } from './platform/api-reference.ts'
import type { Config } from './platform/config.ts'
import { lookUpDomain, type DomainLookup } from './platform/domain-lookup.ts'
import { drainOnClose } from './platform/draining.ts'
import { compressReplies } from './platform/compression.ts'
import { codeOf, handleErrors, sendFailure } from './platform/error-handler.ts'
import { describeInLog } from './platform/described-error.ts'
import { openErrorReporting } from './platform/error-reporting.ts'
import { Failure } from './platform/failure.ts'
import { openFiles } from './platform/files.ts'
import type { Jobs } from './platform/jobs.ts'
import { boundJsonBodies, forgetTypeOfNothing } from './platform/json-bodies.ts'
import { Admission } from './platform/admission.ts'
import { observePoolWait } from './platform/counters.ts'
import { healthRoutes } from './platform/health.ts'
import { keepAssets } from './platform/kept-assets.ts'
import { metricsRoutes } from './platform/metrics.ts'
import { sayOnceAMinute } from './platform/repeated-lines.ts'
import { refuseAmbiguousHosts } from './platform/request-host.ts'
import { describeApi } from './platform/openapi.ts'
import { setSecurityHeaders } from './platform/security-headers.ts'
import { arrivalLimits, endSlowBodies } from './platform/slow-bodies.ts'
import { pictureLimits, TenantTurns } from './platform/tenant-turns.ts'
import { openTracing } from './platform/tracing.ts'
import { sayUntrustedProxy } from './platform/untrusted-proxy.ts'
import { serveWebApp } from './platform/web-app.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './session/routes.ts'
import { subjectMergeRoutes } from './subject-merges/routes.ts'
import { subjectRoutes } from './subjects/routes.ts'
import { logoRoutes, logoUploadRoutes } from './tenants/logo-routes.ts'
import { monthlyReportRoutes } from './monthly-reports/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { policyRoutes } from './policies/routes.ts'
import { permissionRoutes } from './permissions/routes.ts'
import { tenantRoutes } from './tenants/routes.ts'
import { testRecordRoutes } from './test-records/routes.ts'
import { outbreakRoutes } from './outbreaks/routes.ts'
import { testSetRoutes } from './test-sets/routes.ts'
import { testingAlgorithmRoutes } from './testing-algorithms/routes.ts'
import { roundRoutes } from './rounds/routes.ts'
import { testRunRoutes } from './test-runs/routes.ts'
import { userRoutes } from './users/routes.ts'
import { notificationReportRoutes } from './notifications/reports/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { openWebhookSender, type WebhookSender } from './webhooks/sending-service.ts'

const version = '2.8.0'
const maxBodyBytes = 256 * 1024

/**
 * Parts of the server. The caller ends the pools after `close`. `exportPool` must not be pipelined; its size, which
 * must be equal in every process, is the number of exports that run at once in all of them together. `jobPool` is that of
 * `jobs`.
 */
export interface AppParts {
  config: Config
  pool: Pool
  exportPool: Pool
  jobPool: Pool
  /** Pools of a streaming replica, for analytics and for exports, if there is one. */
  replica?: { pool: Pool; exportPool: Pool } | undefined
  jobs: Jobs
  /** Replaces the sharing of the pool's connections among requests. */
  admission?: Admission
  /** Replaces the usual intervals for watching exports. */
  exportTimes?: ExportTimes
  /** Replaces the standard output as the destination of the log. */
  log?: { write(line: string): void }
  /** The folder of the built web app, if it is to be served. */
  webFolder?: string
  /** Replaces what sends for webhooks. */
  webhooks?: WebhookSender
  /** Replaces the name servers of this machine. */
  lookUpDomain?: DomainLookup
  /** Returns a number from 0 to 1 for each request, instead of a random one; requests below 0.1 are traced. */
  traceChance?: () => number
}

/** Builds the server without listening. Throws when an endpoint of the contract has no handler. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, pool, exportPool, jobPool, jobs, log, webFolder, traceChance } = parts
  const app: FastifyInstance = fastify({
    // Error messages may quote user input, and PostgreSQL's messages may quote whole rows.
    logger: { level: config.logLevel, serializers: { err: describeInLog }, ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: maxBodyBytes,
    ...arrivalLimits,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 300 },
    // `drainOnClose` refuses requests in the contract's words instead.
    return503OnClosing: false,
    // A malformed address is refused before there is a route, but in the form of any other refusal.
    frameworkErrors: (error, request, reply) => void sendFailure(request, reply, new Failure(codeOf(error))),
  })
  const admission =
    parts.admission ?? new Admission(pool.options.max, (seconds) => observePoolWait('requests', seconds))
  const door = openDoor(pool, jobs, admission)
  const sayReplica = sayOnceAMinute((line) => app.log.warn(line))
  app.decorate('door', door)
  app.decorate('exportDoor', openDoor(exportPool, jobs))
  const replica = parts.replica && {
    figures: openReplica(parts.replica.pool, sayReplica),
    files: openReplica(parts.replica.exportPool, sayReplica),
  }
  app.decorate('replica', replica?.figures)
  app.decorate('exportReplica', replica?.files)
  app.decorate('tokenQuota', new TokenQuota())
  app.decorate('served', new Set<string>())
  app.decorate('isSecure', URL.parse(config.mail.publicUrl)?.protocol === 'https:')
  app.decorateRequest('locale', null)
  app.decorateRequest('reportedUser', null)
  logRequests(app)
  await openTracing(app, config.tracing, { version, pools: [pool, exportPool] })
  drainOnClose(app)
  refuseAmbiguousHosts(app)
  sayUntrustedProxy(app)
  endSlowBodies(app)
  handleErrors(app, await openErrorReporting(app, { dsn: config.sentryDsn, release: version, chance: traceChance }))

  await compressReplies(app)
  await app.register(cookie)
  setSecurityHeaders(app, config)
  // Endpoints read JSON. Forms are accepted only where a file is declared.
  app.removeContentTypeParser('text/plain')
  boundJsonBodies(app)
  forgetTypeOfNothing(app)

  healthRoutes(app, pool)
  metricsRoutes(app, config, { version, pools: { requests: pool, exports: exportPool, jobs: jobPool }, admission })
  sessionRoutes(app)
  permissionRoutes(app)
  policyRoutes(app)
  tenantRoutes(app, config, parts.lookUpDomain ?? lookUpDomain)
  logoRoutes(app)
  operatorRoutes(app)
  operatorEntryRoutes(app)
  apiTokenRoutes(app)
  monthlyReportRoutes(app)
  notificationRoutes(app)
  const sender = parts.webhooks ?? openWebhookSender(config)
  webhookRoutes(app, sender)
  notificationReportRoutes(app, sender)
  ownAccountRoutes(app)
  userRoutes(app)
  organisationRoutes(app)
  groupRoutes(app)
  importRoutes(app)
  inviteRoutes(app)
  assayRoutes(app)
  subjectRoutes(app)
  subjectMergeRoutes(app)
  await app.register(async (uploads) => {
    await uploads.register(multipart, { limits: { fileSize: maxImageBytes, files: 1 } })
    const turns = new TenantTurns(pictureLimits)
    app.draining.hasBegun.addEventListener('abort', () => turns.refuseWaiting())
    deviceImageRoutes(uploads, openFiles(config), turns)
    logoUploadRoutes(uploads, turns)
    assayUploadRoutes(uploads, turns)
    importUploadRoutes(uploads, openFiles(config))
  })
  const exportLimits = { ...(parts.exportTimes ?? exportTimes), atOnce: exportPool.options.max }
  testRecordRoutes(app, exportLimits)
  testRunRoutes(app)
  roundRoutes(app)
  deliveryRoutes(app)
  dashboardRoutes(app)
  searchRoutes(app)
  listPrintRoutes(app)
  outbreakRoutes(app, exportLimits)
  testingAlgorithmRoutes(app)
  testSetRoutes(app)
  auditRoutes(app, exportLimits)
  await app.register(async (fhir) =>
    fhirRoutes(fhir, { limits: exportLimits, version, publicUrl: config.mail.publicUrl }),
  )
  refuseUnserved(app)

  serveApiDescription(app, () =>
    describeApi(endpoints, {
      version,
      publicUrl: config.mail.publicUrl,
      sessionCookie: sessionCookieName(app.isSecure),
    }),
  )
  await serveApiReference(app)
  const keepsMessages = config.mail.smtpUrl === undefined || config.texts === undefined
  if (keepsMessages && config.environment !== 'production') developmentMailRoutes(app)
  app.all('/api/*', (request, reply) => sendFailure(request, reply, new Failure('not-found')))
  app.all('/fhir/*', { config: { mediaType: fhirJson } }, (request, reply) =>
    sendFailure(request, reply, new Failure('not-found')),
  )
  if (webFolder !== undefined) {
    const hasSession = (request: FastifyRequest) => sessionTokenOf(request) !== undefined
    await serveWebApp(app, webFolder, hasSession, (folder) => keepAssets(pool, folder))
  }
  app.setNotFoundHandler((request, reply) => sendFailure(request, reply, new Failure('not-found')))
  return app
}

function refuseUnserved(app: FastifyInstance): void {
  const unserved = endpoints.filter(({ name }) => !app.served.has(name)).map(({ name }) => name)
  if (unserved.length > 0) throw new Error(`Endpoints without a handler: ${unserved.join(', ')}`)
  if (app.served.size !== endpoints.length)
    throw new Error('A handler serves an endpoint that the contract does not list')
}

/** Logs one line per request with the route's pattern, because paths hold ids and query strings may name a person. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method, route: routeOptions.url, status: reply.statusCode, milliseconds }, 'answered')
  })
}
