import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { phrases as english } from '../../contract/phrases/en_GB/index.ts'
import { phrases as spanish } from '../../contract/phrases/es_MX/index.ts'
import type { ValidationPhrase } from '../../contract/phrases/validation-phrase.ts'
import { logInAs, type Client } from '../testing/client.ts'
import { newRecordAt } from '../testing/new-record.ts'
import type { Place } from '../testing/places.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

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

interface Rule {
  name: string
  /** What is changed of a record that is right; the places are those of the tenant. */
  change: (places: TestApp['ours']['places']) => object
  field: string
  phrase: ValidationPhrase
  values?: Record<string, string | number>
  /** SQL that makes the rule apply, and SQL that undoes it. */
  state?: readonly [string, string]
}

const line = (result: string, analyteId = 'line') => ({ analyteId, result })
const onDay = (daysFromNow: number) => new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10)
const yearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`

const rules: Rule[] = [
  {
    name: 'a test of the day after tomorrow',
    change: () => ({ performedDate: onDay(2) }),
    field: 'performedTime',
    phrase: 'timeInFuture',
  },
  {
    name: 'a test of 121 years ago',
    change: () => ({ performedDate: yearsAgo(121) }),
    field: 'performedDate',
    phrase: 'dateTooOld',
  },
  { name: '31 February', change: () => ({ performedDate: '2026-02-31' }), field: 'performedDate', phrase: 'malformed' },
  {
    name: '29 February of a common year',
    change: () => ({ performedDate: '2025-02-29' }),
    field: 'performedDate',
    phrase: 'malformed',
  },
  {
    name: 'an hour that the clocks skip',
    change: () => ({ performedDate: '2026-03-29', performedTime: '01:30' }),
    field: 'performedTime',
    phrase: 'skippedHour',
  },
  {
    name: 'an hour that no clock has',
    change: () => ({ performedTime: '24:00' }),
    field: 'performedTime',
    phrase: 'time',
  },
  {
    name: 'a zone that nobody knows',
    change: () => ({ performedZone: 'Nowhere/Land' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'an offset for a zone',
    change: () => ({ performedZone: '+01:00' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'a short name for a zone',
    change: () => ({ performedZone: 'AET' }),
    field: 'performedZone',
    phrase: 'timeZone',
  },
  {
    name: 'a test before the birth',
    change: () => ({ performedDate: '1980-05-16' }),
    field: 'performedDate',
    phrase: 'beforeBirth',
  },
  {
    name: 'a suspended group',
    change: () => ({}),
    field: 'groupId',
    phrase: 'suspendedPlace',
    state: [`update groups set status = 'suspended'`, `update groups set status = 'active'`],
  },
  {
    name: 'another group',
    change: ({ ward }) => ({ groupId: ward.groupId }),
    field: 'groupId',
    phrase: 'unknownReference',
  },
  {
    name: 'a group with another organisation',
    change: ({ away }) => ({ organisationId: away.organisationId }),
    field: 'groupId',
    phrase: 'unknownReference',
  },
  {
    name: 'a subject of another group',
    change: ({ ward }) => ({ subjectId: ward.subjectId }),
    field: 'subjectId',
    phrase: 'unknownReference',
  },
  {
    name: 'an unknown assay',
    change: ({ ward }) => ({ assayId: ward.groupId }),
    field: 'assayId',
    phrase: 'unknownReference',
  },
  {
    name: 'a photo of somebody else',
    change: ({ home }) => ({ deviceImageId: home.imageId }),
    field: 'deviceImageId',
    phrase: 'unknownReference',
  },
  {
    name: 'no photo where one is required',
    change: () => ({}),
    field: 'deviceImageId',
    phrase: 'required',
    state: ['update assays set image_required = true', 'update assays set image_required = false'],
  },
  { name: 'no result', change: () => ({ analyteResults: [] }), field: 'analyteResults', phrase: 'required' },
  {
    name: 'a result for a line too many',
    change: () => ({ analyteResults: [line('negative'), line('negative', 'other')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'two results for one line',
    change: () => ({ analyteResults: [line('negative'), line('positive')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'a result for another line',
    change: () => ({ analyteResults: [line('negative', 'b')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
  },
  {
    name: 'a result that the assay does not offer',
    change: () => ({ analyteResults: [line('inconclusive')] }),
    field: 'analyteResults',
    phrase: 'analytesComplete',
    state: [
      `update assays set offered_results = '{positive,negative}'`,
      `update assays set offered_results = '{positive,negative,inconclusive,invalid}'`,
    ],
  },
  {
    name: 'a result that does not exist',
    change: () => ({ analyteResults: [line('maybe')] }),
    field: 'analyteResults.0.result',
    phrase: 'choice',
  },
  {
    name: 'a specimen that the assay does not offer',
    change: () => ({ specimen: 'Hair' }),
    field: 'specimen',
    phrase: 'choice',
  },
  {
    name: 'a latitude beyond the pole',
    change: () => ({ coordinates: { latitude: 90.1, longitude: 0 } }),
    field: 'coordinates.latitude',
    phrase: 'coordinates',
  },
  {
    name: 'a longitude beyond the date line',
    change: () => ({ coordinates: { latitude: 0, longitude: -180.1 } }),
    field: 'coordinates.longitude',
    phrase: 'coordinates',
  },
  {
    name: 'a long location',
    change: () => ({ location: 'x'.repeat(256) }),
    field: 'location',
    phrase: 'max',
    values: { length: 255 },
  },
  { name: 'a long lot', change: () => ({ lot: 'x'.repeat(51) }), field: 'lot', phrase: 'max', values: { length: 50 } },
  {
    name: 'a long note',
    change: () => ({ note: 'x'.repeat(1001) }),
    field: 'note',
    phrase: 'max',
    values: { length: 1000 },
  },
  { name: 'control characters', change: () => ({ note: 'a\u0000b' }), field: 'note', phrase: 'malformed' },
  {
    name: 'an expiry that is no day',
    change: () => ({ lotExpiry: '2026-13-01' }),
    field: 'lotExpiry',
    phrase: 'malformed',
  },
  { name: 'no subject', change: () => ({ subjectId: undefined }), field: 'subjectId', phrase: 'required' },
  { name: 'no date', change: () => ({ performedDate: undefined }), field: 'performedDate', phrase: 'required' },
]

describe.each(rules)('$name', ({ change, field, phrase, values = {}, state }) => {
  it.each([
    ['English', () => inEnglish, english],
    ['Spanish', () => inSpanish, spanish],
  ] as const)('is refused with its message in %s, and stores nothing', async (_, clientOf, { validation }) => {
    const before = await count()
    if (state) await test.query(test.ours, state[0])
    const body = { ...newRecordAt(test.ours.places.home), ...change(test.ours.places) }
    const response = await clientOf().post('/test-records', body)
    if (state) await test.query(test.ours, state[1])
    const label = labelOf(validation, field)
    const words = Object.entries({ ...values, field: label }).reduce(
      (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
      validation[phrase],
    )
    expect(response.json()).toMatchObject({ code: 'validation', errors: { [field]: [words] } })
    expect(Object.keys(response.json().errors)).toEqual([field])
    expect(response.statusCode).toBe(422)
    expect(await count()).toBe(before)
  })
})

it('everything that is wrong is said at once', async () => {
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
  // Whoever is of that organisation is logged out; the tenant's administrator is not.
  const admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update organisations set status = 'suspended'`)
  const response = await admin.post('/test-records', newRecordAt(test.ours.places.home))
  await test.query(test.ours, `update organisations set status = 'active'`)
  expect(response.json().errors).toEqual({ groupId: [english.validation.suspendedPlace] })
})

it.each(['organisation', 'group', 'provider', 'clinical'] as const)(
  'a %s user is told the same of what another tenant has and of what nobody has',
  async (userType) => {
    const client = await logInAs(test.app, test.ours, userType)
    const { unique } = test.theirs.places
    for (const key of ['organisationId', 'groupId', 'subjectId', 'deviceImageId'] as const) {
      const foreign = key === 'deviceImageId' ? unique.imageId : (unique as Place)[key]
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

function labelOf(validation: Record<string, string>, field: string): string {
  return validation[`field.${field.split('.').at(-1)}`] ?? validation['field.other'] ?? ''
}

async function count(): Promise<number> {
  const [row] = await test.query<{ count: string }>(test.ours, 'select count(*) from test_records')
  return Number(row?.count)
}
