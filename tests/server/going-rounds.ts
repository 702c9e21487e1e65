import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import type { RoundRow } from '../../contract/rounds/round.ts'
import { logInAs, type Client, type TestResponse } from './client.ts'
import { addSubject } from './subjects.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/* For tests of rounds: a server, three of its staff, and what they do to a round. */

export let test: TestApp
export let clinical: Client
export let colleague: Client
export let tenant: Client

beforeAll(async () => {
  test = await startTestApp()
  clinical = await logInAs(test.app, test.ours, 'clinical')
  colleague = await logInAs(test.app, test.ours, 'group')
  tenant = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

export const home = () => test.ours.places.home

interface Started {
  id: string
  people: string[]
}

/** Starts a round of new people, of whom `names` gives the first names. */
export async function start(change: object = {}, many = 3): Promise<Started> {
  const { organisationId, groupId, assayId } = home()
  const people: string[] = []
  for (let i = 0; i < many; i++)
    people.push(await addSubject(clinical, home(), { firstName: `Person ${randomUUID()}` }))
  const sent = { organisationId, groupId, assayId, specimen: 'Nasal swab', lot: 'LOT-7', zone: 'Europe/London' }
  const response = await clinical.post('/rounds', { ...sent, timing: 'none', ...change })
  expect(response.statusCode, response.body).toBe(201)
  return { id: response.json().data.id, people }
}

export const tested = (result = 'negative', more: object = {}) => ({
  outcome: 'tested',
  analyteResults: [{ analyteId: 'line', result }],
  ...more,
})
export const now = () => new Date().toISOString()
export const send = (roundId: string, entries: object[], client = clinical): Promise<TestResponse> =>
  client.put(`/rounds/${roundId}/entries`, { entries: entries.map((entry) => ({ base: 1, at: now(), ...entry })) })
export const opened = async (roundId: string, client = clinical) => (await client.get(`/rounds/${roundId}`)).json()
export const rowOf = async (roundId: string, subjectId: string): Promise<RoundRow> =>
  (await opened(roundId)).rows.find((row: RoundRow) => row.subjectId === subjectId)
export async function finish(roundId: string, client = clinical): Promise<TestResponse> {
  const { revision } = (await opened(roundId, client)).data
  return client.put(`/rounds/${roundId}/finish`, { revision })
}
export const recordsOf = (subjectIds: readonly string[]) =>
  test.query<{ subject_id: string; result: string; recorded_by: string; results_by: string | null }>(
    test.ours,
    `select subject_id, result, recorded_by, results_by from test_records where subject_id = any($1::uuid[])`,
    [subjectIds],
  )
export const outcome = (response: TestResponse) => [response.statusCode, response.json().code]
