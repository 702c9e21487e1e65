import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import { logInAs, type Client } from './client.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { multipart } from './uploads.ts'

/* For tests of files that are sent: a server that reads them, and two administrators. */

export let test: TestApp
export let admin: Client
export let ofOrganisation: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  ofOrganisation = await logInAs(test.app, test.ours, 'organisation')
  await test.startReadingImports()
})
afterAll(() => test.close())
// Neither the number of files that one person may send nor the number that may wait is what is tested here.
beforeEach(async () => {
  await test.query(test.ours, 'delete from throttle_counters')
  await test.query(
    test.ours,
    `update imports set state = 'cancelled', problem = null where state in ('read', 'refused')`,
  )
})

export const headers = 'Last name,First name,Date of birth,Email'
export const roster = (...rows: string[]) => [headers, ...rows, ''].join('\n')
export const jo = 'Green,Jo,2/28/1984,jo@example.org'

export const send = (content: Buffer | string, client = admin, filename = 'roster.csv') =>
  client.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename, type: 'text/csv', content }]),
    query: { zone: 'America/New_York' },
  })

export async function uploaded(content: Buffer | string, client = admin): Promise<FileImport> {
  const reply = await send(content, client)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data
}

/** Waits until a file has been read. */
export async function read(id: string, client = admin): Promise<FileImport> {
  const one = async (): Promise<FileImport> => (await client.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await one()).state).toMatch(/^(read|refused)$/)
  return one()
}

export async function rowsOf(id: string, query: Record<string, string> = {}, client = admin) {
  const reply = await client.get(`/imports/${id}/rows`, { per_page: '100', ...query })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

/** Where the file of an import is stored. */
export function fileOf(id: string): string {
  return path.join(test.dataDir, 'files/imports', test.ours.id, id)
}

/** Lists the files that are stored. */
export async function stored(): Promise<string[]> {
  return readdir(path.join(test.dataDir, 'files/imports', test.ours.id))
}
