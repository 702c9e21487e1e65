import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { logInAs, type Client } from '../server/client.ts'
import { startOperator } from '../server/operators.ts'
import { addSubject, recordTestOf } from '../server/subjects.ts'
import { startTestApp, type TestApp } from '../server/test-app.ts'
import { walks } from './walks.ts'

/** Stored texts, with searches that find them and searches that do not. */
const cases: { stored: string; finds: string[]; misses: string[] }[] = [
  {
    stored: 'Seán O’Neill',
    finds: ["O'Neill", 'O’NEILL', 'oneill', 'neill', 'O‘Neill sean', 'o´neill', '`neill'],
    misses: ['neal', 'ean'],
  },
  {
    stored: "Mary Ann D'Arcy",
    finds: ['Mary Ann D’Arcy', 'ann darcy mary', 'D`Arcy, Mary', 'arcy'],
    misses: ['mary bea'],
  },
  { stored: 'José Núñez', finds: ['jose nunez', 'NÚÑEZ', 'nu\u0301n\u0303ez', 'ｎｕｎｅｚ'], misses: ['jo nez'] },
  { stored: 'Søren Straße', finds: ['soren', 'STRASSE', 'strase'.slice(0, 4), 'Straẞe søren'], misses: ['straub'] },
  { stored: 'Łukasz İnan Đặng', finds: ['lukasz', 'inan', 'ınan', 'dang', 'Đang łukasz'], misses: ['ukasz'] },
  { stored: 'Ægir Þórsson', finds: ['aegir', 'thorsson', 'ÞÓRSSON ægir'], misses: ['egir'] },
  { stored: 'ΓΙΩΡΓΟΣ Άννας', finds: ['γιώργος', 'αννασ'], misses: ['ργος'] },
  {
    stored: 'Anne–Marie Smith-Jones',
    finds: ['Anne-Marie', 'anne marie', 'jones‑smith', 'smith jones'],
    misses: ['nne'],
  },
  { stored: 'Van der Berg (North)', finds: ['van\u00a0der\u2003berg', 'north', 'berg, north'], misses: ['orth'] },
  {
    stored: 'Ward COVID-19 AB-12 34',
    finds: ['covid19', 'COVID-19', 'covid 19', 'ab1234 ward', 'AB-12-34'],
    misses: ['ab134'],
  },
  { stored: 'Ward H10000', finds: ['H-10000', 'h‑100', 'ward h10'], misses: ['h-2'] },
  { stored: 'Fa\u200dtima  ﬁeld', finds: ['fatima field', 'field  fatima'], misses: ['tima'] },
]

interface Place {
  /** Stores a name where the list searches, replacing the one before. */
  keep: (name: string) => Promise<void>
  /** Tells whether a search finds the stored name. */
  isFound: (search: string) => Promise<boolean>
}

let test: TestApp
let admin: Client
let operator: Client
let subjectId = ''
let recordId = ''

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  operator = (await startOperator(test, 'Robin Reed', null)).client
})
afterAll(() => test.close())

async function idsOf(client: Client, path: string, query: Record<string, string>): Promise<string[]> {
  const response = await client.get(path, { per_page: '100', ...query })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().data.map(({ id }: { id: string }) => id)
}

/** A row of a table that a list shows, renamed for each case. */
function renamed(endpoint: string, { table, column }: { table: string; column: string }): Place {
  const path = endpoints.find(({ name }) => name === endpoint)?.path ?? ''
  let id = ''
  return {
    keep: async (name) => {
      id ||= (await idsOf(admin, path, {}))[0] ?? ''
      await test.query(test.ours, `update ${table} set ${column} = $1 where id = $2`, [name, id])
    },
    isFound: async (search) => (await idsOf(admin, path, { search })).includes(id),
  }
}

async function keepSubject(name: string): Promise<void> {
  const [first = '', ...rest] = name.split(' ')
  const { home } = test.ours.places
  subjectId = await addSubject(admin, home, { firstName: first, lastName: rest.join(' ') })
}

/** The searchable lists by endpoint. */
const places: Record<string, Place> = {
  ...Object.fromEntries(Object.entries(walks.searchedNames).map(([name, where]) => [name, renamed(name, where)])),
  listSubjects: {
    keep: keepSubject,
    isFound: async (search) => (await idsOf(admin, '/subjects', { search })).includes(subjectId),
  },
  matchSubjects: {
    keep: keepSubject,
    isFound: async (search) => {
      const response = await admin.post('/subjects/matches', { search })
      return response.json().data.some(({ id }: { id: string }) => id === subjectId)
    },
  },
  searchEverything: {
    keep: keepSubject,
    isFound: async (search) => {
      const response = await admin.post('/search', { search })
      return response.json().data.subjects.some(({ id }: { id: string }) => id === subjectId)
    },
  },
  listTestRecords: {
    keep: async (name) => {
      await keepSubject(name)
      recordId = await recordTestOf(admin, test.ours.places.home, subjectId)
    },
    isFound: async (search) => (await idsOf(admin, '/test-records', { search })).includes(recordId),
  },
  listTenants: {
    keep: async (name) => {
      await test.query(test.ours, 'update tenants set name = $1 where id = current_tenant()', [name])
    },
    isFound: async (search) => (await idsOf(operator, '/tenants', { search })).includes(test.ours.id),
  },
}

/** Endpoints whose search is not for names, or that share another list's filter. */
const others: Record<string, string> = {
  listInvites: 'holds emails, mobiles and codes: see below',
  exportTestRecords: 'listTestRecords',
  countHeldBack: 'listTestRecords',
  ...Object.fromEntries(
    ['', 'Assays', 'Groups', 'Hours', 'Lots', 'Trend'].map((part) => [`getDashboard${part}`, 'listTestRecords']),
  ),
  watchDashboard: 'listTestRecords',
}

it('covers every endpoint that searches', () => {
  const searching = endpoints.filter((endpoint) =>
    ['query' as const, 'body' as const].some((part) => {
      const schema: unknown = endpoint[part]
      return typeof schema === 'object' && schema !== null && 'shape' in schema && 'search' in (schema.shape as object)
    }),
  )
  expect(searching.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(places), ...Object.keys(others)].toSorted(),
  )
})

describe.each(Object.keys(places))('%s', (name) => {
  it.each(cases)('finds $stored by every spelling', async ({ stored, finds, misses }) => {
    const place = places[name]
    if (place === undefined) throw new Error(`${name} is not known`)
    await place.keep(stored)
    const found = await Promise.all(finds.map((search) => place.isFound(search)))
    expect(finds.filter((_, i) => !found[i])).toEqual([])
    const missed = await Promise.all(misses.map((search) => place.isFound(search)))
    expect(misses.filter((_, i) => missed[i])).toEqual([])
  })
})

it('finds subjects, their tests and test IDs with and without dashes and spaces, and by their start', async () => {
  const finds: Record<string, string[]> = {
    'H-77100': ['H-77100', 'h77100', 'H 77100', 'h-771', 'H77-1', '77100'],
    K88200: ['K88200', 'k-88200', 'K 88 200', 'k-882', '882'],
    '943 476 5919': ['943 476 5919', '9434765919', '943-476', '943 4765'],
    'L-X': ['L-X', 'lx', 'LX'],
  }
  for (const [localId, typed] of Object.entries(finds)) {
    const id = await addSubject(admin, test.ours.places.home, { localId, isLocalIdShared: true })
    const record = await recordTestOf(admin, test.ours.places.home, id)
    const { testId } = (await admin.get(`/test-records/${record}`)).json().data
    for (const search of typed) {
      expect([search, await idsOf(admin, '/subjects', { search })]).toEqual([search, expect.arrayContaining([id])])
      expect([search, await idsOf(admin, '/test-records', { search })]).toEqual([
        search,
        expect.arrayContaining([record]),
      ])
    }
    const body = testId.replace('-', '')
    for (const search of [
      testId,
      body,
      body.toLowerCase(),
      `${testId.slice(0, 4)} ${testId.slice(5)}`,
      body.slice(0, 10),
    ]) {
      if (!/\d/.test(search.slice(4))) continue
      expect([search, await idsOf(admin, '/test-records', { search })]).toEqual([
        search,
        expect.arrayContaining([record]),
      ])
    }
  }
})

it('recognises and finds a local ID that differs only in dashes and spaces', async () => {
  const { home } = test.ours.places
  const add = (localId: string) =>
    admin.post('/subjects', {
      kind: 'human',
      groupId: home.groupId,
      email: `${crypto.randomUUID()}@people.test`,
      dateOfBirth: '1980-01-01',
      firstName: 'Ada',
      lastName: 'Field',
      localId,
      isNamesake: true,
    })
  const added = await add('Q-Y 7')
  expect(added.statusCode, added.body).toBe(201)
  for (const same of ['QY7', 'q y-7', 'Q–Y 7']) {
    const reply = await add(same)
    expect([same, reply.statusCode, Object.keys(reply.json().errors ?? {})]).toEqual([same, 409, ['localId']])
  }
  expect((await add('Q-Y 8')).statusCode).toBe(201)
  const found = await admin.post('/subjects/lookup', { groupId: home.groupId, localId: 'qy7' })
  expect(found.json().data?.id).toBe(added.json().data.id)
})

it('finds invites by any word of their email', async () => {
  const emails = async (search: string): Promise<string[]> =>
    (await admin.get('/invites', { search, per_page: '100' })).json().data.map(({ email }: { email: string }) => email)
  await test.query(
    test.ours,
    `update invites set email = 'Ann.O''Neill-Smith@clinic.test' where id = (select min(id::text)::uuid from invites)`,
  )
  for (const search of ['smith', 'NEILL ann', 'oneill', 'o’neill', 'ann.o’neill-smith@CLINIC.test', 'ann smith']) {
    expect([search, await emails(search)]).toEqual([search, ["Ann.O'Neill-Smith@clinic.test"]])
  }
  expect(await emails('mith')).toEqual([])
})
