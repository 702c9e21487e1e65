import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint, Query } from '../../../contract/endpoint.ts'
import { fileTypes, type FileFormat } from '../../../contract/listing.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import type { ActorScope, Scope } from '../scope.ts'
import { serveInSteps, type Enter } from '../serve.ts'
import type { DoorClient } from '../transaction.ts'
import { exportFile, type ExportedFile, type ExportLimits } from './exporting.ts'

interface Served<E extends Endpoint> {
  /** What the file is called, before its day. */
  name: string
  limits: ExportLimits
  fileOf: (query: Query<E>) => ExportedFile
}

/** Serves an endpoint that answers a list as a file, as long as whoever asked for it has access and reads it. */
export function serveFile<const E extends Endpoint & { requires: Exclude<Endpoint['requires'], 'anyone'> }>(
  app: FastifyInstance,
  endpoint: E,
  { name, limits, fileOf }: Served<E>,
): void {
  serveInSteps(app, endpoint, async (enterAsDeclared, { query, reply, request }) => {
    // Whoever may call it is logged in: the endpoint says so.
    const enter = enterAsDeclared as unknown as EnterAsActor
    const file = fileOf(query)
    const gone = new AbortController()
    reply.raw.once('close', () => gone.abort())
    const doors = {
      enter,
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
    // Only now is everything committed, so only now is the file complete.
    reply.raw.end()
    return 'sent'
  })
}

type EnterAsActor = Enter<Endpoint & { requires: 'logged-in' }>

/** Takes the reply over from the framework, so that the end of the file is ours to send. */
function startFile(reply: FastifyReply, name: string, format: FileFormat) {
  const day = presentTime().toISOString().slice(0, 10)
  reply
    .type(fileTypes[format])
    .header('content-disposition', `attachment; filename="${name}-${day}.${format}"`)
    .header('x-content-type-options', 'nosniff')
  reply.hijack()
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  return reply.raw
}

/**
 * Resets the connection of a file that was begun. An ended connection would be the end of the file to a reader of
 * HTTP/1.0, as proxies are.
 */
function breakOff({ raw }: FastifyReply): void {
  if (!raw.headersSent) return
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  raw.destroy()
}
