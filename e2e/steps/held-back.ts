import { expect } from 'vitest'
import { send } from '../stage/http.ts'
import type { Visit } from '../stage/visit.ts'
import { makeKit } from './kits.ts'

/** A positive result that is held back, its set of tests without an outcome, and where it was made. */
export interface HeldBack {
  id: string
  testId: string
  setId: string
  organisationId: string
  groupId: string
  subjectId: string
}

/** What the note of the planted record says, which tells its result, too. */
export const heldNote = 'A strong line of the one held back'

/** What a printer would get of the page, in words. */
export async function onPaper({ page }: Visit): Promise<string> {
  await page.emulateMedia({ media: 'print' })
  const words = await page.locator('body').innerText()
  await page.emulateMedia({ media: 'screen' })
  return words.trim()
}

/**
 * Begins a set of two tests in a row for the person whom the recorder sees as tested last, and records the first, which is positive.
 */
export async function plantHeldBack(admin: Visit, recorder: Visit): Promise<HeldBack> {
  const kit = await makeKit(admin, 'Kit of what is held back', { twoReaders: true })
  const ways = { negative: { outcome: 1 }, inconclusive: { outcome: 2 }, invalid: { outcome: 2 } }
  const algorithm = await made(admin, '/testing-algorithms', {
    name: 'Held back',
    steps: [
      { name: 'H1', assayId: kit.id, ways: { positive: { step: 1 }, ...ways } },
      { name: 'H2', assayId: kit.id, ways: { positive: { outcome: 0 }, ...ways } },
    ],
    outcomes: [
      { name: 'Confirmed', result: 'positive', followUpDays: null },
      { name: 'Not found', result: 'negative', followUpDays: null },
      { name: 'Test again', result: 'inconclusive', followUpDays: null },
    ],
  })
  const last = await send(recorder.port, recorder.tenant, '/test-records', { cookies: recorder.cookies })
  const { organisation, group, subject } = JSON.parse(last.body).data[0]
  const place = { organisationId: organisation.id, groupId: group.id, subjectId: subject.id }
  const set = await made(recorder, '/test-sets', { algorithmId: algorithm.id, ...place })
  const [performedDate, performedTime] = new Date().toISOString().split(/[T.]/)
  const record = await made(recorder, '/test-records', {
    ...place,
    assayId: kit.id,
    testSetId: set.id,
    analyteResults: kit.analytes.map((analyte) => ({ analyteId: analyte.id, result: 'positive' })),
    performedDate,
    performedTime: performedTime?.slice(0, 5),
    performedZone: 'UTC',
    note: heldNote,
  })
  return { id: record.id, testId: record.testId, setId: set.id, ...place }
}

async function made({ port, tenant, cookies }: Visit, path: string, body: unknown) {
  const reply = await send(port, tenant, path, { method: 'POST', cookies, body })
  expect(reply.status, reply.body).toBe(201)
  return JSON.parse(reply.body).data
}
