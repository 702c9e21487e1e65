import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { makeChange } from './changes.ts'

let test: TestApp

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const same = { from: { name: 'A' }, to: { name: 'A' } }
const other = { from: { name: 'A' }, to: { name: 'B' } }

it.each([
  ['nothing changed', same, { steps: same }, undefined],
  ['no field is kept and none changed', same, {}, undefined],
  ['only something changed that the trail does not keep', same, { steps: other }, { ...same, changed: ['steps'] }],
  ['only something changed that it keeps', other, { steps: same }, other],
  ['both changed', other, { steps: other, outcomes: same }, { ...other, changed: ['steps'] }],
  ['what changed is left out of JSON', { from: { name: undefined }, to: {} }, {}, undefined],
])('where %s, the change is made if there is one, and the trail says which', async (_, kept, unkept, details) => {
  const id = randomUUID()
  const applied: string[] = []
  await test.door.enterTenant(test.ours.id, randomUUID(), (scope) =>
    makeChange(scope, 'testing-algorithm.changed', { id, ...kept, unkept }, async () => applied.push(id)),
  )
  const events = await test.query(test.ours, 'select details from audit_events where resource_id = $1', [id])
  expect(applied).toEqual(details === undefined ? [] : [id])
  expect(events).toEqual(details === undefined ? [] : [{ details }])
})
