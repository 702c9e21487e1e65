import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs } from '../testing/client.ts'
import { listen } from '../testing/export-reader.ts'
import { makeMachine } from '../testing/machines.ts'
import { newRecordAt } from '../testing/new-record.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

/** What somebody writes who has only the generated types. Each call is checked against them. */
const program = `
import { env } from 'node:process'
import createClient from 'openapi-fetch'
import type { paths } from './lateral.d.ts'

type NewRecord = paths['/test-records']['post']['requestBody']['content']['application/json']

const { url = '', token = '', record = '' } = env
const api = createClient<paths>({ baseUrl: url + '/api/v1', headers: { authorization: 'Bearer ' + token } })

const header = { 'idempotency-key': 'generated-1' }
const made = await api.POST('/test-records', { params: { header }, body: JSON.parse(record) as NewRecord })
if (made.error) throw new Error(made.error.code + ': ' + made.error.message)
const { testId, result } = made.data.data
// @ts-expect-error -- the types know what a record has.
made.data.data.nothing
const query = { search: testId, result: 'negative' } as const
const file = await api.GET('/test-records/export', { params: { query }, parseAs: 'text' })
// @ts-expect-error -- and which filters there are.
const refused = await api.GET('/test-records', { params: { query: { nothing: 'x' } } })
console.log(JSON.stringify({ testId, result, file: file.data, refused: refused.error?.code }))
`

let test: TestApp
let folder: string
let description: string
beforeAll(async () => {
  test = await startTestApp()
  description = (await test.app.inject('/api/v1/openapi.json')).body
  // The program finds its libraries from here, and Node runs TypeScript only outside of them.
  const data = path.join(root, '.data')
  await mkdir(data, { recursive: true })
  folder = await mkdtemp(path.join(data, 'client-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

it('a client that was generated from the description records a test and exports it with a token', async () => {
  // A browser's `fetch`, which the client uses, takes the host from the address alone.
  await test.query(
    test.ours,
    `insert into tenant_addresses (kind, address, tenant_id) values ('domain', '127.0.0.1', current_tenant())`,
  )
  const machine = await makeMachine(await logInAs(test.app, test.ours, 'tenant'), test.ours)
  await writeFile(path.join(folder, 'lateral.d.ts'), astToString(await openapiTS(description)))
  await writeFile(path.join(folder, 'client.ts'), program)
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.join(root, 'tsconfig.base.json'),
      compilerOptions: { types: ['node'] },
      files: ['client.ts'],
    }),
  )
  const faults = await run(process.execPath, [path.join(root, 'node_modules/typescript7/bin/tsc'), '-p', folder]).then(
    () => '',
    (failure: { stdout: string }) => failure.stdout,
  )
  expect(faults).toBe('')
  const { stdout } = await run(process.execPath, [path.join(folder, 'client.ts')], {
    env: {
      url: `http://127.0.0.1:${await listen(test.app)}`,
      token: machine.secret,
      record: JSON.stringify(newRecordAt(test.ours.places.home)),
    },
  })
  const { testId, result, file, refused } = JSON.parse(stdout)
  expect([result, refused]).toEqual(['negative', 'validation'])
  expect(file).toContain(testId)
})
