import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import type { Client } from './client.ts'
import type { TestApp } from './test-app.ts'

/** Lets an app listen on a free port of this machine, and answers the port. */
export async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return portOf(app)
}

function portOf(app: FastifyInstance): number {
  return (app.server.address() as AddressInfo).port // of a server that listens on TCP
}

/** Asks for an export over a connection of its own, of the process that the client belongs to. */
export function askForExport(client: Client, query = ''): http.ClientRequest {
  return http.get({
    host: '127.0.0.1',
    port: portOf(client.app),
    path: `/api/v1/test-records/export${query}`,
    headers: { host: client.host, cookie: client.cookieHeader() },
    agent: false,
  })
}

/** The reply to an export, of which nothing has been read. Whoever waits for its end hears of errors there. */
export async function replyToExport(client: Client, query = ''): Promise<http.IncomingMessage> {
  const sent = askForExport(client, query)
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  response.on('error', () => undefined)
  sent.on('error', () => undefined)
  return response
}

/** The file of an export that begins at once. */
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

/** Resolves at the end of what is read and rejects when it breaks off, which may happen before anybody waits for it. */
export function endOf(read: Readable): Promise<unknown> {
  const ended = once(read, 'end')
  ended.catch(() => undefined)
  return ended
}

/** How many exports hold a connection to the database now. */
export async function busyExports(test: TestApp): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and query ilike 'copy%' and state = 'active'`,
  )
  return rows[0]?.count ?? 0
}
