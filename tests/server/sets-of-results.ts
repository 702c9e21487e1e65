import { beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Result } from '../../contract/rules/results.ts'
import { logInAs, type Client } from './client.ts'
import { makeMachine, type Machine } from './machines.ts'
import { newRecordAt } from './new-record.ts'
import { twoInARow } from './place-test-sets.ts'
import { staff, subjectId, test } from './sent-results.ts'

/* For tests of what leaves of sets, beside those of results that are sent: for each test, an open set of two in a row for the tested person. */

/** A busy machine may be slow, which is not a failure. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

export let admin: Client
export let machine: Machine
export let setId: string
let algorithmId: string

export const home = () => test.ours.places.home

beforeAll(async () => {
  admin = await logInAs(test.app, test.ours, 'tenant')
  machine = await makeMachine(admin, test.ours)
  const made = await admin.post('/testing-algorithms', twoInARow(home().assayId, 'Of results that leave'))
  expect(made.statusCode, made.body).toBe(201)
  algorithmId = made.json().data.id
})
beforeEach(async () => {
  setId = await begin(subjectId)
})

export async function begin(of: string): Promise<string> {
  const { organisationId, groupId } = home()
  const reply = await staff.post('/test-sets', { algorithmId, organisationId, groupId, subjectId: of })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data.id
}

export async function record(result: Result, of = subjectId, set = setId): Promise<{ id: string; testId: string }> {
  const analyteResults = [{ analyteId: 'line', result }]
  const body = { ...newRecordAt(home()), subjectId: of, analyteResults, testSetId: set }
  const reply = await staff.post('/test-records', body)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().data
}
