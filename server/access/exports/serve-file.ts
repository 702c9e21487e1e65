import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint, Params, Query } from '../../../contract/endpoint.ts'
import { fhirLines } from '../../../contract/fhir/served.ts'
import { fileTypes } from '../../../contract/listing.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { serveInSteps, type Enter } from '../serving/serve.ts'
import type { DoorClient } from '../door/transaction.ts'
import { exportFile, type ExportedFile, type ExportLimits } from './exporting.ts'

interface Served<E extends Endpoint> {
  /** The file's name before the date and the extension. */
  name: string
  limits: ExportLimits
  fileOf: (query: Query<E>, params: Params<E>) => ExportedFile
}

/** Serves an endpoint that returns a list as a file, for as long as the user has access and reads it. */
export function serveFile<const E extends Endpoint & { requires: Exclude<Endpoint['requires'], 'anyone'> }>(
  app: FastifyInstance,
  endpoint: E,
  { name, limits, fileOf }: Served<E>,
): void {
  serveInSteps(app, endpoint, async (enterAsDeclared, { params, query, reply, request }) => {
    // The endpoint requires a login, so the scope has an actor.
    const enter = enterAsDeclared as unknown as EnterAsActor
    const file = fileOf(query, params)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const doors = {
      enter,
      replica: app.exportReplica,
      stream: <T>(work: (scope: ActorScope, client: DoorClient) => Promise<T>) => enter(work, app.exportDoor),
      enterTenant: <T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>) =>
        app.door.enterTenant(tenantId, workId, work),
    }
    const reader = {
      start: () => startFile(reply, name, file.format),
      breakOff: () => breakOff(reply),
      gone: gone.signal,
      stopping: app.draining.isOver,
    }
    try {
      await app.draining.during(exportFile(doors, file, reader, limits))
    } catch (error) {
      if (!reply.raw.headersSent && !gone.signal.aborted) throw error
      request.log.warn({ err: error }, 'an export was broken off')
      return 'sent'
    }
    // The file is complete only now that everything is committed.
    reply.raw.end()
    return 'sent'
  })
}

type EnterAsActor = Enter<Endpoint & { requires: 'logged-in' }>

/** Takes the reply over from the framework, so that this module decides when the file ends. */
function startFile(reply: FastifyReply, name: string, format: ExportedFile['format']) {
  const day = presentTime().toISOString().slice(0, 10)
  reply
    .type(format === 'ndjson' ? fhirLines : fileTypes[format])
    .header('content-disposition', `attachment; filename="${name}-${day}.${format}"`)
    .header('x-content-type-options', 'nosniff')
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  return reply.raw
}

/**
 * Resets the connection of a file that was begun. HTTP/1.0 readers, such as some proxies, take a closed connection for
 * the end of the file.
 */
function breakOff({ raw }: FastifyReply): void {
  if (!raw.headersSent) return
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  raw.destroy()
}
