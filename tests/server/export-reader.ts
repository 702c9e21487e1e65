import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { TestApp } from './test-app.ts'

/** Makes an app listen on a free port of this machine, and returns the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return portOf(app)
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port // it listens on TCP
}

/** Requests an export on a connection of its own from the client's process. */
export function askForExport(client: Client, query = ''): http.ClientRequest {
  return http.get({
    host: '127.0.0.1',
    port: portOf(client.app),
    path: `/api/v1/test-records/export${query}`,
    headers: { host: client.host, ...client.credentials() },
    agent: false,
  })
}

/** Returns the unread reply to an export. Its errors are reported to whoever awaits its end. */
export async function replyToExport(client: Client, query = ''): Promise<http.IncomingMessage> {
  const sent = askForExport(client, query)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  response.on('error', () => undefined)
  sent.on('error', () => undefined)
  return response
}

/** Begins an export that need not queue. */
export async function beginExport(client: Client, query = ''): Promise<http.IncomingMessage> {
  const response = await replyToExport(client, query)
  expect(response.statusCode).toBe(200)
  return response
}

/** Reads a reply to its end; rejects when it breaks off. */
export async function textOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(response, 'end')
  return Buffer.concat(chunks).toString()
}

/** Resolves at the end of a stream and rejects when it breaks off, even if that happens before it is awaited. */
export function endOf(read: Readable): Promise<unknown> {
  const ended = once(read, 'end')
  ended.catch(() => undefined)
  return ended
}

/** Counts the exports that hold a database connection now. */
export async function busyExports(test: TestApp): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`,
  )
  return rows[0]?.count ?? 0
}
