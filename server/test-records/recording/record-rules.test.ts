import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as english from '../../../contract/phrases/en_GB/index.ts'
import { everyLocale } from '../../../contract/phrases/every-locale.ts'
import { filledIn } from '../../../contract/phrases/translate.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newRecordAt } from '../../../tests/server/new-record.ts'
import { wrongRecords } from '../../../tests/server/wrong-records.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let inEnglish: Client
let inSpanish: Client

beforeAll(async () => {
  test = await startTestApp()
  inEnglish = await logInAs(test.app, test.ours, 'clinical')
  inSpanish = await logInAs(test.app, test.ours, 'group')
  expect((await inSpanish.put('/users/my-details/lang', { lang: 'es' })).statusCode).toBe(200)
})
afterAll(() => test.close())

describe.each(wrongRecords)('$name', ({ change, field, phrase, values = {}, state }) => {
  it.each([
    ['English', () => inEnglish, 'en_GB'],
    ['Spanish', () => inSpanish, 'es_MX'],
  ] as const)('is refused with its message in %s, and stores nothing', async (_, clientOf, locale) => {
    const { rules, serverRules, fields } = everyLocale[locale]
    const before = await count()
    if (state) await test.query(test.ours, state[0])
    const body = { ...newRecordAt(test.ours.places.home), ...change(test.ours.places) }
    const response = await clientOf().post('/test-records', body)
    if (state) await test.query(test.ours, state[1])
    const told = Object.entries(values).map(([name, value]) => [name, String(value)] as const)
    const words = filledIn({ ...rules, ...serverRules }[phrase], locale, {
      ...Object.fromEntries(told),
      field: labelOf(fields, field),
    })
    expect(response.json()).toMatchObject({ code: 'validation', errors: { [field]: [words] } })
    expect(Object.keys(response.json().errors)).toEqual([field])
    expect(response.statusCode).toBe(422)
    expect(await count()).toBe(before)
  })
})

it('a newborn may be tested on the day of birth, and not before', async () => {
  const { subjectId } = test.ours.places.home
  const before = await count()
  const replies = []
  for (const performedDate of ['1980-05-17', '1980-05-16']) {
    const body = { ...newRecordAt(test.ours.places.home), subjectId, performedDate }
    replies.push((await inEnglish.post('/test-records', body)).statusCode)
  }
  expect(replies).toEqual([201, 422])
  expect(await count()).toBe(before + 1)
})

it('reports everything that is wrong at once', async () => {
  const { ward } = test.ours.places
  const wrong: Partial<Record<keyof ReturnType<typeof newRecordAt>, unknown>> = {
    subjectId: ward.subjectId,
    assayId: ward.groupId,
  }
  const response = await inEnglish.post('/test-records', {
    ...newRecordAt(test.ours.places.home),
    ...wrong,
    specimen: 'Hair',
  })
  expect(Object.keys(response.json().errors).toSorted()).toEqual(['assayId', 'specimen', 'subjectId'])
})

it('a group of a suspended organisation accepts no tests', async () => {
  // The organisation's own users are logged out, but the tenant's administrator is not.
  const admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update organisations set status = 'suspended'`)
  const response = await admin.post('/test-records', newRecordAt(test.ours.places.home))
  await test.query(test.ours, `update organisations set status = 'active'`)
  expect(response.json().errors).toEqual({ groupId: [english.serverRules.suspendedPlace] })
})

it.each(['organisation', 'group', 'provider', 'clinical'] as const)(
  'gives a %s user equal replies for another tenant’s things and for missing ones',
  async (userType) => {
    const client = await logInAs(test.app, test.ours, userType)
    const { unique } = test.theirs.places
    for (const key of ['organisationId', 'groupId', 'subjectId', 'deviceImageId'] as const) {
      const foreign = key === 'deviceImageId' ? unique.imageId : unique[key]
      const replies = []
      for (const id of [foreign, '0190a000-0000-7fff-8000-00000000000a']) {
        const response = await client.post('/test-records', { ...newRecordAt(test.ours.places.home), [key]: id })
        replies.push([response.statusCode, response.json().errors])
      }
      expect(replies[0]).toEqual(replies[1])
      expect(replies[0]?.[0]).toBe(422)
    }
  },
)

function labelOf(fields: Record<string, string | undefined>, field: string): string {
  return fields[field.split('.').at(-1) ?? ''] ?? fields.other ?? ''
}

async function count(): Promise<number> {
  const [row] = await test.query<{ count: string }>(test.ours, 'select count(*) from test_records')
  return Number(row?.count)
}
