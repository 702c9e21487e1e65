import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs } from '../../tests/server/client.ts'
import { listen } from '../../tests/server/export-reader.ts'
import { newRecordAt } from '../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '../..')

/** What somebody writes who has only the generated types. Each call is checked against them. */
const program = `
import { env } from 'node:process'
import createClient from 'openapi-fetch'
import type { paths, webhooks } from './lateral.d.ts'

type NewRecord = paths['/test-records']['post']['requestBody']['content']['application/json']

const { url = '', cookie = '', xsrf = '', record = '' } = env
const baseUrl = url + '/api/v1'
const person = createClient<paths>({ baseUrl, headers: { cookie, 'x-xsrf-token': xsrf } })

const wanted = {
  name: 'Generated', organisationId: null, groupIds: [], days: 1,
  permissions: ['view-orgs', 'view-groups', 'view-tests', 'view-subjects', 'create-tests', 'export-tests'] as const,
}
const token = await person.POST('/api-tokens', { body: { ...wanted, permissions: [...wanted.permissions] } })
if (token.error) throw new Error(token.error.code + ': ' + token.error.message)
// @ts-expect-error -- the types know which permissions a token may have.
void (() => person.POST('/api-tokens', { body: { ...wanted, permissions: ['edit-users'] } }))
const headers = { authorization: 'Bearer ' + token.data.data.secret }
const api = createClient<paths>({ baseUrl, headers })

const header = { 'idempotency-key': 'generated-1' }
const made = await api.POST('/test-records', { params: { header }, body: JSON.parse(record) as NewRecord })
if (made.error) throw new Error(made.error.code + ': ' + made.error.message)
const { id, testId, result } = made.data.data
// @ts-expect-error -- the types know what a record has.
made.data.data.nothing
const query = { search: testId, result: 'negative' } as const
const listed = await api.GET('/test-records', { params: { query: { ...query, per_page: 25 } } })
const file = await api.GET('/test-records/export', { params: { query }, parseAs: 'text' })
// @ts-expect-error -- and which filters there are.
const refused = await api.GET('/test-records', { params: { query: { nothing: 'x' } } })

const fhir = createClient<paths>({ baseUrl: url + '/fhir/R4', headers })
const path = { type: 'DiagnosticReport' } as const
const report = await fhir.GET('/{type}/{id}', { params: { path: { ...path, id } } })
const found = await fhir.GET('/{type}', { params: { path, query: { _id: id, status: 'final', _count: 50 } } })
// @ts-expect-error -- and which resources there are.
void (() => fhir.GET('/{type}', { params: { path: { type: 'Encounter' } } }))
const lines = await fhir.GET('/$export/{type}', { params: { path: { type: 'Observation' } }, parseAs: 'text' })

type Message = webhooks['message']['post']['requestBody']['content']['application/json']
void ((message: Message) => (message.type === 'subject.merged' ? message.data.mergedSubjectId : undefined))
// @ts-expect-error -- and what a message has.
void ((message: Message) => (message.type === 'webhook.test' ? message.data.position : undefined))

const kinds: ['test_record.recorded'] = ['test_record.recorded']
const hook = await person.POST('/webhooks', { body: { url: 'https://receiver.test/hook', kinds, withContent: false } })
if (hook.error) throw new Error(hook.error.code + ': ' + hook.error.message)
const hookPath = { path: { id: hook.data.data.id } }
const ended = await person.PUT('/webhooks/{id}/revoke', { params: hookPath })
const hooks = await person.GET('/webhooks')
const revoked = await person.PUT('/api-tokens/{id}/revoke', { params: { path: { id: token.data.data.id } } })
console.log(JSON.stringify({
  id, testId, result, listed: listed.data?.data.map((one) => one.id), file: file.data, refused: refused.error?.code,
  report: report.data?.resourceType, found: found.data, lines: lines.data,
  secret: hook.data.data.secret, ended: ended.data?.data.state,
  isListed: hooks.data?.data.some((one) => one.id === hook.data.data.id),
  revoked: revoked.data?.data.state, after: (await api.GET('/test-records')).error?.code,
}))
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

it('a client that was generated from the description makes a token, records, exports, reads FHIR, and makes a webhook', async () => {
  // A browser's `fetch`, which the client uses, takes the host from the address alone.
  await test.query(
    test.ours,
    `insert into tenant_addresses (kind, address, tenant_id) values ('domain', '127.0.0.1', current_tenant())`,
  )
  const admin = await logInAs(test.app, test.ours, 'tenant')
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
      cookie: admin.cookieHeader(),
      xsrf: admin.cookies.get('XSRF-TOKEN'),
      record: JSON.stringify(newRecordAt(test.ours.places.home)),
    },
  })
  const said = JSON.parse(stdout)
  expect([said.result, said.refused, said.report]).toEqual(['negative', 'validation', 'DiagnosticReport'])
  expect(said.listed).toEqual([said.id])
  expect(said.file).toContain(said.testId)
  expect(said.found).toMatchObject({ resourceType: 'Bundle', total: 1, entry: [{ resource: { id: said.id } }] })
  expect(said.lines).toContain(`"id":"${said.id}.1"`)
  expect([said.ended, said.isListed, said.revoked, said.after]).toEqual(['revoked', true, 'revoked', 'unauthenticated'])
  expect(said.secret).toMatch(/^whsec_/)
})
