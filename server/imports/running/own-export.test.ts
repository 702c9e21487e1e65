import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { recordTestOf } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{US}',
       subject_details = '{telephones,address,sex,guardian,language,race,ethnicity,role}'`,
  )
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

async function answered({ id, answers }: Pick<FileImport, 'id' | 'answers'>, more: object): Promise<FileImport> {
  const reply = await admin.put(`/imports/${id}/preview`, { ...answers, ...more })
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}
const rowsOf = async (id: string): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data

it.for(['en_GB', 'es_MX'] as const)(
  'people in a list of tests that was exported in %s are known when it is sent as a list of people',
  async (lang) => {
    const { groupId } = test.ours.places.home
    const telephone = (number: string) => ({ country: 'US', number, type: 'mobile', texts: false })
    const details = {
      telephones: [telephone('3035550142'), telephone('3035550143')],
      sex: 'female',
      race: 'asian',
      ethnicity: 'not-hispanic',
      language: 'id',
      role: 'staff',
      guardian: {
        name: 'Eva Ruiz',
        relation: 'mother',
        email: 'eva@example.org',
        telephone: telephone('3035550177'),
        receives: false,
      },
      address: {
        country: 'US',
        streetAddress: '1 Main St',
        streetAddress2: 'Apt 2',
        city: 'Denver',
        county: 'Denver',
        state: 'CO',
        postcode: '80201',
      },
    }
    const lastName = `Suharto${lang.slice(0, 2)}`
    const people = [{ firstName: null, hasOneName: true }, { firstName: 'Siti' }].entries()
    const ids = []
    for (const [at, names] of people) {
      const body = { kind: 'human', groupId, email: null, dateOfBirth: '1961-08-02', details, ...names, lastName }
      const reply = await admin.post('/subjects', { ...body, localId: `${lang}-${at}`, isNamesake: true })
      expect(reply.statusCode, reply.body).toBe(201)
      ids.push(reply.json().data.id)
      await recordTestOf(admin, test.ours.places.home, reply.json().data.id)
    }
    const { id: userId } = (await admin.get('/users/my-details')).json().data
    await test.query(test.ours, 'update users set lang = $1 where id = $2', [lang, userId])
    const exported = await admin.get('/test-records/export', { search: lastName })
    expect(exported.statusCode).toBe(200)
    const id = await sendFile(admin, exported.rawPayload, 'tests.csv')
    await jobsOf(test).read(id)
    const { head, answers } = await openedImport(admin, id)
    const suggested = (head?.columns ?? []).map((column) => column?.field ?? null)
    // Two columns are headed by the state, of the address and of the test, so that one has to be chosen.
    const [state] = (head?.headers ?? []).flatMap((header, at) => (/^(State|Estado)$/.test(header) ? [at] : []))
    const columns = suggested.map((field, at) => (at === state ? 'state' : field === 'result' ? null : field))
    // A date that is written in one way only is read rather than the same date as people write it.
    expect(columns[suggested.indexOf('dateOfBirth') - 1]).toBeNull()
    expect(columns).toEqual(expect.arrayContaining(['phones', 'streetAddress2', 'language', 'race', 'role', 'localId']))
    const groups = [{ facility: null, groupId }]
    const open = await answered({ id, answers }, { columns, groups, hasOneName: true })
    expect(open.preview).toMatchObject({ people: { made: 0, matched: 2 }, wrong: 0, differences: [] })
    const rows = await rowsOf(id)
    expect(rows.map(({ person, problems, differences }) => ({ person, problems, differences }))).toEqual(
      ids.map(() => ({ person: 'matched', problems: [], differences: null })),
    )
  },
)
