import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { localParts, todayIn } from '../../../contract/rules/dates.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let clinical: Client

beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())
afterEach(() => vi.useRealTimers())

/** A moment by the clock that shows every hour once. */
function at(moment: Date) {
  const { day, time } = localParts(moment, 'UTC')
  const performed = { performedDate: day, performedTime: time.slice(0, 5), performedZone: 'UTC' }
  return { ...newRecordAt(test.ours.places.home), ...performed }
}

const databaseTime = async () => (await test.query<{ now: Date }>(test.ours, 'select now()'))[0]?.now ?? new Date(0)
const minutes = (count: number) => count * 60_000

describe.each([
  ['years behind', -700 * 24 * 60],
  ['a day behind', -24 * 60],
  ['ten minutes behind', -10],
  ['ten minutes ahead', 10],
  ['a year ahead', 365 * 24 * 60],
])('a server whose own clock is %s', (_name, off) => {
  it('judges and reports times by the database’s clock', async () => {
    const now = await databaseTime()
    vi.useFakeTimers({ toFake: ['Date'], now: now.getTime() + minutes(off) })
    clinical = await logInAs(test.app, test.ours, 'clinical')
    const reply = await clinical.get('/users/my-details')
    expect(reply.statusCode).toBe(200)
    expect(Math.abs(Number(reply.headers['x-server-time']) - now.getTime())).toBeLessThan(minutes(1))

    const just = await clinical.post('/test-records', at(now))
    expect(just.statusCode, just.body).toBe(201)
    expect(Math.abs(Date.parse(just.json().data.recordedAt) - now.getTime())).toBeLessThan(minutes(1))
    const early = await clinical.post('/test-records', at(new Date(now.getTime() + minutes(8))))
    expect([early.statusCode, Object.keys(early.json().errors ?? {})]).toEqual([422, ['performedTime']])

    const admin = await logInAs(test.app, test.ours, 'tenant')
    const csv = await admin.get('/test-records/export')
    expect(csv.headers['content-disposition']).toContain(todayIn('UTC', now))
  })
})
