import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { jobsOf, openedImport, sendFile } from '../../../tests/server/sent-files.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  await test.query(
    test.ours,
    `update tenants set identifies_by = 'names', countries = '{GB}', subject_details = '{sex,ethnicity}'`,
  )
})
afterAll(() => test.close())
// The number of files that one person may send is not what is tested here.
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

async function read(content: string, client = admin): Promise<FileImport> {
  const id = await sendFile(client, content)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(client, id)
}

async function answered(id: string, answers: object): Promise<FileImport> {
  const reply = await admin.put(`/imports/${id}/preview`, answers)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).read(id)
  await jobsOf(test).run(id)
  return openedImport(admin, id)
}

const said = async (id: string) => {
  const rows: ImportRow[] = (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
  return rows.map(({ outcome, skipped, problems }) =>
    [outcome, ...problems.map(({ code }) => code), skipped ?? ''].join(' ').trim(),
  )
}

const headers = 'First name,Last name,Date of birth,Sex,Test date,Result'
const values = [
  headers,
  'Ada,One,1970-02-01,weiblich,2026-03-01 09:40,Pos',
  'Bea,Two,1970-02-01,Prefer not to say,2026-03-01 09:40,NR',
  'Cal,Three,1970-02-01,W,2026-03-01 09:40,Nonreactive',
  'Dee,Four,1970-02-01,X,2026-03-01 09:40,DET',
  'Eli,Five,1970-02-01,1,2026-03-01 09:40,Weak positive',
  'Fay,Six,1970-02-01,x,2026-03-01 09:40,weak POSITIVE',
  'Gus,Seven,1970-02-01,male,2026-03-01 09:40,NDET',
].join('\n')

it('words that are not known are asked once for a file, kept, and known for the next file of the tenant', async () => {
  const kit = await createAssay(admin, { ...newAssay('Quay One'), gtin: null })
  const { groupId } = test.ours.places.home
  const first = await read(values)
  expect(first.summary?.words).toEqual([
    { field: 'result', word: 'NR', rows: 1 },
    { field: 'sex', word: 'X', rows: 2 },
    { field: 'sex', word: '1', rows: 1 },
    { field: 'result', word: 'Weak positive', rows: 2 },
  ])
  expect(await said(first.id)).toEqual([
    'wrong noGroup',
    'wrong result',
    'wrong noGroup',
    'wrong choice',
    'wrong choice result',
    'wrong choice result',
    'wrong noGroup',
  ])
  // No column names a device, so it is asked once which kit all of the tests are of.
  expect(first.summary?.devices).toEqual([{ device: '', condition: null, code: null, results: 4 }])
  const words = [
    { field: 'result', word: 'NR', meant: 'negative' },
    { field: 'sex', word: 'X', meant: 'other' },
    { field: 'sex', word: '1', meant: null },
    { field: 'result', word: 'Weak positive', meant: 'positive' },
  ]
  const wrong = { ...first.answers, words: [{ field: 'sex', word: 'X', meant: 'positive' }] }
  const refused = await admin.put(`/imports/${first.id}/preview`, wrong)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['words.0.meant']])

  const line = { device: '', condition: null, code: null, assayId: kit.id, analyteId: kit.analytes[0]?.id }
  const groups = [{ facility: null, groupId }]
  const { id, preview } = await answered(first.id, { ...first.answers, words, groups, kits: [line] })
  expect(await said(id)).toEqual(Array.from({ length: 7 }, () => 'right'))
  expect(preview).toMatchObject({ tests: 7, wrong: 0 })
  const reply = await admin.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  await jobsOf(test).run(id)
  const stored = await test.query<{ name: string; sex: string | null; result: string }>(
    test.ours,
    `select i.first_name as name, d.sex, r.result from test_records r
       join subject_identities i using (tenant_id, subject_id) left join subject_details d using (tenant_id, subject_id)
     where r.origin_id = $1 order by 1`,
    [id],
  )
  expect(stored.map(({ name, sex, result }) => `${name} ${sex} ${result}`)).toEqual([
    'Ada female positive',
    'Bea unknown negative',
    'Cal female negative',
    'Dee other positive',
    'Eli null positive',
    'Fay other positive',
    'Gus male negative',
  ])

  const next = await read(`${headers}\nHal,Eight,1970-02-01,x,2026-03-01 10:40,weak positive\n`)
  await answered(next.id, { ...next.answers, groups, kits: [line] })
  expect(await said(next.id)).toEqual(['right'])
  expect(next.answers?.words).toHaveLength(2)
  expect(next.answers?.words).toEqual(expect.arrayContaining([words[1], words[3]]))
  // Another tenant knows nothing of them.
  const stranger = await logInAs(test.app, test.theirs, 'tenant')
  const theirs = await sendFile(stranger, `${headers}\nHal,Eight,1970-02-01,x,2026-03-01 10:40,weak positive\n`)
  await test.query(test.theirs, `update tenants set subject_details = '{sex}'`)
  await jobsOf({ ...test, ours: test.theirs }).read(theirs)
  expect((await openedImport(stranger, theirs)).answers?.words).toEqual([])
})

it('letters that mean something else in another country are read by the tenant’s, and asked where it has both', async () => {
  const roster = 'First name,Last name,Date of birth,Ethnicity\nAda,Letters,1980-02-01,H\nBea,Letters,1980-02-01,N\n'
  const told = async (countries: string) => {
    await test.query(test.ours, `update tenants set countries = '${countries}'`)
    const { id, summary } = await read(roster)
    const rows = await test.query<{ ethnicity: string | null }>(
      test.ours,
      `select content #>> '{person,ethnicity}' as ethnicity from import_rows where import_id = $1 order by line`,
      [id],
    )
    return [...rows.map(({ ethnicity }) => ethnicity), ...(summary?.words ?? []).map(({ word }) => word)]
  }
  expect(await told('{US}')).toEqual(['hispanic', 'not-hispanic'])
  expect(await told('{GB,IE}')).toEqual(['indian', 'african'])
  expect(await told('{US,GB}')).toEqual([null, null, 'H', 'N'])
})

it('M is asked about in a list of H and M, and what it means there says nothing about other lists', async () => {
  const told = async (header: string, letters: string) => {
    const rows = Array.from(letters, (letter, at) => `Ada,${header}${'abc'.charAt(at)},1990-02-0${at + 1},${letter}`)
    const { id, answers, summary } = await read(['First name,Last name,Date of birth,' + header, ...rows].join('\n'))
    // A corrected row is read by itself, and asks the same.
    const corrected = await admin.put(`/imports/${id}/rows/2`, { cells: [{ column: 0, text: 'Bea' }] })
    expect(corrected.statusCode, corrected.body).toBe(200)
    const stored = await test.query<{ sex: string | null }>(
      test.ours,
      `select content #>> '{person,sex}' as sex from import_rows where import_id = $1 order by line`,
      [id],
    )
    return { id, answers, sexes: stored.map(({ sex }) => sex), asked: (summary?.words ?? []).map(({ word }) => word) }
  }
  const spanish = await told('Sexo', 'HM')
  expect(spanish).toMatchObject({ sexes: [null, null], asked: ['H', 'M'] })
  expect(await told('Sex', 'mh')).toMatchObject({ sexes: [null, null], asked: ['m', 'h'] })
  expect(await told('Género', 'MM')).toMatchObject({ sexes: [null, null], asked: ['M'] })
  expect(await told('Sexo', 'FM')).toMatchObject({ sexes: ['female', 'male'], asked: [] })

  const words = [
    { field: 'sex', word: 'H', meant: 'male' },
    { field: 'sex', word: 'M', meant: 'female' },
  ]
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  const { id } = await answered(spanish.id, { ...spanish.answers, words, groups })
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  const people = await test.query<{ name: string; sex: string }>(
    test.ours,
    `select i.last_name as name, d.sex from subject_identities i join subject_details d using (tenant_id, subject_id)
     where i.last_name like 'Sexo%' order by 1`,
  )
  expect(people.map(({ name, sex }) => `${name} ${sex}`)).toEqual(['Sexoa male', 'Sexob female'])

  expect(await told('Sexo', 'MH')).toMatchObject({ sexes: ['female', 'male'], asked: ['M', 'H'] })
  expect(await told('Sex', 'FM')).toMatchObject({ sexes: ['female', 'male'], asked: [] })
})

it('what M was said to mean goes with the rows that wait, in which no H stands any more', async () => {
  const rows = ['Abe,Resent,1990-02-01,H', 'Bea,Resent,,M', 'Cleo,Resent,1990-02-03,M', '']
  const first = await read(['First name,Last name,Date of birth,Sex', ...rows].join('\n'))
  const groups = [{ facility: null, groupId: test.ours.places.home.groupId }]
  const words = [
    { field: 'sex', word: 'H', meant: 'male' },
    { field: 'sex', word: 'M', meant: 'female' },
  ]
  const { id } = await answered(first.id, { ...first.answers, words, groups })
  const waiting = (await admin.get(`/imports/${id}/wrong-rows`)).body.replace('"Resent",""', '"Resent","1990-02-02"')
  const again = await read(waiting)
  const sexes = await test.query<{ sex: string | null }>(
    test.ours,
    `select content #>> '{person,sex}' as sex from import_rows where import_id = $1 order by line`,
    [again.id],
  )
  expect(sexes, waiting).toEqual([{ sex: 'female' }])
})

it('M is asked about where the beginning of a long list has no other word', async () => {
  const letters = `${'M'.repeat(300)}H`
  const list = (all: string) =>
    [
      'First name,Last name,Date of birth,Sex',
      ...Array.from(all, (letter, at) => `Ada,Long${at},1990-02-01,${letter}`),
      '',
    ].join('\n')
  const asked = async (all: string) => (await read(list(all))).summary?.words?.map(({ word, rows }) => [word, rows])
  expect(await asked(letters)).toEqual([
    ['M', 300],
    ['H', 1],
  ])
  expect(await asked('MMM')).toEqual([])
  expect(await asked(`F${letters.replace('H', 'F')}`)).toEqual([])
})

it('the kit and the group that a file does not name are asked about again for the next one', async () => {
  const kit = await createAssay(admin, { ...newAssay('Quay Unnamed'), gtin: null })
  const { groupId } = test.ours.places.home
  const list = (name: string) =>
    `First name,Last name,Date of birth,Test date,Result\n${name},Unnamed,1970-02-01,2026-03-01 09:40,Positive\n`
  const first = await read(list('Ida'))
  const kits = [{ device: '', condition: null, code: null, assayId: kit.id, analyteId: kit.analytes[0]?.id }]
  const groups = [{ facility: null, groupId }]
  const { id } = await answered(first.id, { ...first.answers, groups, kits })
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)

  const next = await read(list('Joy'))
  expect(next.answers).toMatchObject({ kits: [], groups: [] })
  expect(next.preview?.tests ?? 0).toBe(0)
})

it('a device whose file has one line of its kit waits until somebody says that the others are missing', async () => {
  await test.query(test.ours, `update tenants set countries = '{GB}'`)
  const duo = await createAssay(admin, { ...newAssay('Quay Duo', ['SARS-CoV-2', 'Influenza A']), gtin: null })
  const { groupId } = test.ours.places.home
  const content = [
    'First name,Last name,Date of birth,Device,Test date,Condition,Result',
    'Ida,Lines,1970-02-01,Quay Duo,2026-03-01 09:40,COVID-19,Positive',
  ]
  const first = await read(content.join('\n'))
  const [analyte] = duo.analytes
  const kits = [{ device: 'Quay Duo', condition: 'COVID-19', code: null, assayId: duo.id, analyteId: analyte?.id }]
  const answers = { ...first.answers, kits, groups: [{ facility: null, groupId }] }
  const { id } = await answered(first.id, answers)
  expect(await said(id)).toEqual(['wrong linesMissing'])
  await answered(id, { ...answers, fewerLines: ['Quay Duo'] })
  expect(await said(id)).toEqual(['right'])
  expect((await admin.put(`/imports/${id}/run`)).statusCode).toBe(200)
  await jobsOf(test).run(id)
  const stored = await test.query<{ lines: { analyteName: string; result: string }[]; result: string }>(
    test.ours,
    'select analyte_results as lines, result from test_records where origin_id = $1',
    [id],
  )
  expect(stored).toEqual([
    { lines: [{ analyteId: analyte?.id, analyteName: 'SARS-CoV-2', result: 'positive' }], result: 'positive' },
  ])
  // A later file that knows another line says more than the record, which is not passed over.
  const more = await read([...content, content[1]?.replace('COVID-19,Positive', 'Flu A,Negative')].join('\n'))
  await answered(more.id, {
    ...more.answers,
    groups: answers.groups,
    kits: [...kits, { ...kits[0], condition: 'Flu A', analyteId: duo.analytes[1]?.id }],
  })
  expect(await said(more.id)).toEqual(['wrong differs', 'wrong differs'])
})
