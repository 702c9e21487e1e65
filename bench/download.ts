import { request } from 'node:http'
import { bigTenant } from './fixture.ts'

export interface Volume {
  lines: number
  bytes: number
}

/** Exports all records of the big tenant, as CSV or at another path, and counts what arrives, without keeping it. */
export function download(
  port: number,
  headers: Record<string, string>,
  path = '/api/v1/test-records/export',
): Promise<Volume> {
  return new Promise((resolve, reject) => {
    const host = `${bigTenant.host}:${port}`
    const options = { host: '127.0.0.1', port, path, headers: { ...headers, host } }
    const outgoing = request(options, (reply) => {
      let [lines, bytes] = [0, 0]
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
      })
      reply.on('end', () =>
        reply.statusCode === 200 ? resolve({ lines, bytes }) : reject(new Error(`${reply.statusCode}`)),
      )
      reply.on('error', reject)
    })
    outgoing.on('error', reject).end()
  })
}
