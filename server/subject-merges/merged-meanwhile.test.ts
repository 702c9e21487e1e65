import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAssay } from '../../tests/server/assays.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { everythingStored } from '../../tests/server/everything-stored.ts'
import { newAssay } from '../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../tests/server/sent-files.ts'
import { logInAsSpare } from '../../tests/server/spare-user.ts'
import { addSubject, merge, recordTestOf, undo } from '../../tests/server/subjects.ts'
import { password } from '../../tests/server/tenants.ts'
import { startTestApp, type TestApp } from '../../tests/server/test-app.ts'
import { countWaiting } from '../../tests/server/waiting.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(test.ours, `update tenants set identifies_by = 'names'`)
  await createAssay(admin, { ...newAssay('Mole Card'), name: 'Mole Card', model: 'Mole Card', gtin: null })
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

/** Begins the first, then the second while the first waits for whoever holds these subjects, and lets both end. */
async function together<A, B>(
  subjectIds: string[],
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A, B]> {
  const colleague = new pg.Client({ connectionString: test.database.ownerUrl })
  await colleague.connect()
  try {
    await colleague.query('begin')
    await colleague.query('select enter_tenant($1)', [test.ours.id])
    await colleague.query('select from subjects where id = any($1::uuid[]) order by id for update', [subjectIds])
    const begun = first()
    await expect.poll(() => countWaiting(test.database)).toBe(1)
    const next = second()
    await expect.poll(() => countWaiting(test.database)).toBe(2)
    await colleague.query('commit')
    return await Promise.all([begun, next])
  } finally {
    await colleague.end()
  }
}

const leave = (patient: Client) =>
  patient.put('/users/my-details/delete', { currentPassword: password, reason: 'created-in-error', reasonText: null })

let people = 0
/** Two people, each with a test: one is a patient with an account, and the other is not. */
async function patientAndOther() {
  people += 1
  const names = [`Mergewhile${people}patient`, `Mergewhile${people}other`]
  const patient = await logInAsSpare(test, test.ours, 'patient')
  const { email } = (await patient.get('/users/my-details')).json().data
  const { home, ward } = test.ours.places
  const own = await addSubject(admin, home, { firstName: 'Q', lastName: names[0], email })
  const other = await addSubject(admin, ward, { firstName: 'Q', lastName: names[1] })
  await recordTestOf(admin, home, own)
  await recordTestOf(admin, ward, other)
  return { patient, own, other, names }
}

async function stored(texts: readonly string[]): Promise<string[]> {
  const all = await everythingStored(test, test.ours)
  return texts.filter((text) => all.includes(text.toLowerCase()))
}

describe('a patient who leaves while they are merged', () => {
  it.each(['own into other', 'other into own'])('is erased with whom they are one with: %s', async (direction) => {
    const { patient, own, other, names } = await patientAndOther()
    const [from, into] = direction === 'own into other' ? [own, other] : [other, own]
    const [merged, left] = await together(
      [own, other],
      () => merge(admin, { from, into }),
      () => leave(patient),
    )
    expect([merged.statusCode, left.statusCode]).toEqual([200, 204])
    expect(await stored(names)).toEqual([])
    expect((await undo(admin, merged.json().data)).statusCode).toBe(404)
  })

  it.each(['own into other', 'other into own'])('is merged with nobody once they are erased: %s', async (direction) => {
    const { patient, own, other, names } = await patientAndOther()
    const [from, into] = direction === 'own into other' ? [own, other] : [other, own]
    const versions = { from: 1, into: 1 }
    for (const [key, id] of [
      ['from', from],
      ['into', into],
    ] as const) {
      versions[key] = (await admin.get(`/subjects/${id}`)).json().data.version
    }
    const [left, merged] = await together(
      [own, other],
      () => leave(patient),
      () => merge(admin, { from, into }, versions),
    )
    expect(left.statusCode).toBe(204)
    expect([404, 422]).toContain(merged.statusCode)
    expect(await stored(names)).toEqual([names[1]])
  })

  it('is erased, and the other is not, once their merge is undone at the same moment', async () => {
    const { patient, own, other, names } = await patientAndOther()
    const done = (await merge(admin, { from: own, into: other })).json().data
    const [parted, left] = await together(
      [own, other],
      () => undo(admin, done),
      () => leave(patient),
    )
    expect([parted.statusCode, left.statusCode]).toEqual([200, 204])
    expect(await stored(names)).toEqual([names[1]])
  })
})

describe('an import that is undone while somebody whom it made is merged', () => {
  /** Imports somebody with a test, beside somebody who was here. */
  async function imported() {
    people += 1
    const lastName = `Importedwhile${people}`
    const rows = [`Ada,${lastName},1990-03-04,2026-03-01,positive,Mole Card`]
    const id = await sendFile(admin, ['First name,Last name,Date of birth,Test date,Result,Device', ...rows].join('\n'))
    await jobsOf(test).read(id)
    await jobsOf(test).run(id)
    const { answers } = await openedImport(admin, id)
    const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
    await admin.put(`/imports/${id}/preview`, { ...answers, groups })
    await jobsOf(test).run(id)
    expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
    await jobsOf(test).run(id)
    const [made] = await test.query<{ subject: string; record: string }>(
      test.ours,
      `select subject_id as subject, id as record from test_records
       where id = (select record_id from imported_tests where import_id = $1)`,
      [id],
    )
    const other = await addSubject(admin, test.ours.places.home, { firstName: 'B', lastName: `${lastName}other` })
    return { id, other, subject: made?.subject ?? '', record: made?.record ?? '' }
  }
  const undoImport = async (id: string) => {
    expect((await admin.put(`/imports/${id}/undo`)).statusCode).toBe(200)
    await jobsOf(test).run(id)
    return (await openedImport(admin, id)).undo
  }
  const identities = async (ids: string[]) =>
    (await test.query(test.ours, 'select from subject_identities where subject_id = any($1::uuid[])', [ids])).length

  it.each(['made into other', 'other into made'])(
    'leaves the one whom both are, and voids the test: %s',
    async (way) => {
      const { id, other, subject, record } = await imported()
      const [from, into] = way === 'made into other' ? [subject, other] : [other, subject]
      const [merged, undone] = await together(
        [subject, other],
        () => merge(admin, { from, into }),
        () => undoImport(id),
      )
      expect(merged.statusCode, merged.body).toBe(200)
      expect(undone).toMatchObject({ voided: 1, erased: 0, peopleLeft: 1 })
      expect((await admin.get(`/test-records/${record}`)).json().data).toMatchObject({ subject: { id: into } })
      const back = await undo(admin, merged.json().data)
      expect(back.statusCode, back.body).toBe(200)
      expect(await identities([subject, other])).toBe(2)
    },
  )

  it.each(['made into other', 'other into made'])('merges nobody with whom it has erased: %s', async (way) => {
    const { id, other, subject } = await imported()
    const [from, into] = way === 'made into other' ? [subject, other] : [other, subject]
    const [undone, merged] = await together(
      [subject, other],
      () => undoImport(id),
      () => merge(admin, { from, into }, { from: 1, into: 1 }),
    )
    expect(undone).toMatchObject({ voided: 1, erased: 1, peopleLeft: 0 })
    expect([404, 422]).toContain(merged.statusCode)
    expect(await identities([other])).toBe(1)
    expect(await identities([subject])).toBe(0)
  })

  it('leaves whoever is parted at that moment', async () => {
    const { id, other, subject } = await imported()
    const done = (await merge(admin, { from: subject, into: other })).json().data
    const [parted, undone] = await together(
      [subject, other],
      () => undo(admin, done),
      () => undoImport(id),
    )
    expect(parted.statusCode, parted.body).toBe(200)
    expect(undone).toMatchObject({ voided: 1, erased: 0, peopleLeft: 1 })
    expect(await identities([subject, other])).toBe(2)
  })
})
