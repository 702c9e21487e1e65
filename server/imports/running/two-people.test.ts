import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileImport, ImportRow } from '../../../contract/imports/import.ts'
import { createAssay } from '../../../tests/server/assays.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { newAssay } from '../../../tests/server/new-assay.ts'
import { merge } from '../../../tests/server/subjects.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'
import { multipart } from '../../../tests/server/uploads.ts'

let test: TestApp
let admin: Client
let groupId: string

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
  const form = newAssay('Quay Card', ['SARS-CoV-2 antigen'])
  await createAssay(admin, { ...form, name: 'Quay Card', model: 'Quay Card', gtin: null })
  groupId = test.ours.places.home.groupId
  await test.query(test.ours, `update tenants set identifies_by = 'names', subject_details = '{telephones,nhsNumber}'`)
  await test.startReadingImports()
})
afterAll(() => test.close())
beforeEach(() => test.query(test.ours, 'delete from throttle_counters'))

async function reached(id: string, state: RegExp): Promise<FileImport> {
  const get = async (): Promise<FileImport> => (await admin.get(`/imports/${id}`)).json().data
  await expect.poll(async () => (await get()).state, { timeout: 30_000 }).toMatch(state)
  return get()
}

/** Sends a file, with all of its facilities as one group. */
async function uploaded(content: string): Promise<FileImport> {
  const reply = await admin.send('POST', '/imports', {
    ...multipart([{ name: 'file', filename: 'people.csv', type: 'text/csv', content }]),
    query: { zone: 'UTC' },
  })
  expect(reply.statusCode, reply.body).toBe(201)
  const { id, answers, summary } = await reached(reply.json().data.id, /^read$/)
  const groups = (summary?.facilities ?? []).map(({ name }) => ({ facility: name, groupId }))
  expect((await admin.put(`/imports/${id}/preview`, { ...answers, groups })).statusCode).toBe(200)
  return reached(id, /^read$/)
}

async function run({ id }: FileImport): Promise<FileImport> {
  const reply = await admin.put(`/imports/${id}/run`)
  expect(reply.statusCode, reply.body).toBe(200)
  return reached(id, /^done$/)
}

const rowsOf = async ({ id }: FileImport): Promise<ImportRow[]> =>
  (await admin.get(`/imports/${id}/rows`, { per_page: '100' })).json().data
/** What becomes of the rows, and why those wait that do. */
const outcomes = async (one: FileImport) =>
  (await rowsOf(one)).map(({ outcome, problems }) =>
    [outcome, ...(outcome === 'wrong' ? problems.map(({ code }) => code) : [])].join(' '),
  )
const answer = (one: FileImport, line: number, said: 'same' | 'another') =>
  admin.put(`/imports/${one.id}/rows/${line}/person`, { answer: said })

/** The results of everybody of a last name, for each person in the order of their tests. */
const resultsOf = async (lastName: string): Promise<string[]> => {
  const people = await test.query<{ results: string }>(
    test.ours,
    `select string_agg(r.result, ' ' order by r.performed_at) as results
     from subject_identities i left join test_records r on r.tenant_id = i.tenant_id and r.subject_id = i.subject_id and r.state <> 'voided'
     where i.last_name = $1 group by i.subject_id order by min(r.performed_at), i.subject_id`,
    [lastName],
  )
  return people.map(({ results }) => results)
}

const headers =
  'Patient first name,Patient middle name,Patient last name,Patient full name,Patient date of birth,Test date,Condition,Result,Result reported date,Test correction status,Test correction reason,Device name,Device manufacturer,Device model,Device swab type,Has symptoms,Symptoms present,Symptom onset,Facility name,Submitter,Patient role,"Patient ID (Student ID, Employee ID, etc.)",Patient preferred language,Patient phone number,Patient email,Patient street address,Patient street address 2,Patient city,Patient state,Patient zip code,Patient county,Patient country,Patient gender,Patient race,Patient ethnicity,Patient tribal affiliation,Patient is a resident in a congregate setting,Patient is employed in healthcare'
const row = (
  lastName: string,
  middleName: string,
  time: string,
  result: string,
  { phone = '', street = '' }: { phone?: string; street?: string } = {},
) =>
  `Maria,${middleName},${lastName},"${lastName}, Maria ${middleName}",03/04/1990,06/13/2022 ${time},COVID-19,${result},06/13/2022 11:50PM,ORIGINAL,,Quay Antigen Card,Quay,Quay Card,445297001,No,No symptoms,,Birch House,"Smith, Jo",RESIDENT,,English,${phone},,${street},,Denver,CO,80201,Denver,USA,female,white,hispanic,,No,No`
const ana = { phone: '303-555-0142', street: '1 Main St' }
const beatriz = { phone: '303-555-0143', street: '9 Main St' }
const download = (...rows: string[]) => [headers, ...rows].join('\n')

describe('two people of one name and date of birth in a download of results', () => {
  it('are asked about, and become two with the results of each', async () => {
    const twins = [
      row('Garcia', 'Ana', '7:24PM', 'Positive', ana),
      row('Garcia', 'Beatriz', '7:44PM', 'Negative', beatriz),
      row('Garcia', 'Beatriz', '8:44PM', 'Negative', beatriz),
    ]
    const file = await uploaded(download(...twins))
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo', 'wrong mayBeTwo'])
    expect((await rowsOf(file))[1]?.problems[0]?.message).toBe(
      'May be two people. Row 2 has the same name and date of birth. What differs: middle name, telephone, address.',
    )
    // One answer is for all rows of that person.
    const answered = await answer(file, 3, 'another')
    expect([answered.statusCode, answered.json().data.outcome], answered.body).toEqual([200, 'right'])
    expect(await outcomes(file)).toEqual(['right', 'right', 'right'])
    expect((await reached(file.id, /^read$/)).preview).toMatchObject({ people: { made: 2, matched: 0 }, wrong: 0 })
    expect(await run(file)).toMatchObject({ run: { people: { made: 2 }, tests: 3, wrong: 0 } })
    expect(await resultsOf('Garcia')).toEqual(['positive', 'negative negative'])

    // Whoever is known is not asked about again, in whatever order a later file tells of them.
    const later = await uploaded(
      download(row('Garcia', 'B', '9:00PM', 'Positive', { phone: '+1 303 555 0143' }), ...twins.toReversed()),
    )
    expect(await outcomes(later)).toEqual(['right', 'skipped', 'skipped', 'skipped'])
    await run(later)
    expect(await resultsOf('Garcia')).toEqual(['positive', 'negative negative positive'])
    const unclear = await uploaded(download(row('Garcia', '', '9:30PM', 'Negative')))
    expect(await outcomes(unclear)).toEqual(['wrong whichPerson'])
  })

  it('are one for files once they are merged, and none of their tests is made again', async () => {
    const twins = [
      row('Merged', 'Ana', '7:24PM', 'Positive', ana),
      row('Merged', 'Beatriz', '7:24PM', 'Negative', beatriz),
    ]
    const file = await uploaded(download(...twins))
    expect((await answer(file, 3, 'another')).statusCode).toBe(200)
    await run(file)
    const people = await test.query<{ id: string }>(
      test.ours,
      `select subject_id as id from subject_identities where last_name = 'Merged' order by 1`,
    )
    expect(people).toHaveLength(2)
    const [into, from] = people.map(({ id }) => id)
    expect((await merge(admin, { from: from ?? '', into: into ?? '' })).statusCode).toBe(200)
    const again = await uploaded(download(...twins, row('Merged', 'Beatriz', '8:24PM', 'Negative', beatriz)))
    expect(await outcomes(again)).toEqual(['skipped', 'skipped', 'right'])
    await run(again)
    expect(await resultsOf('Merged')).toEqual([
      expect.stringMatching(/^(positive negative|negative positive) negative$/),
    ])
  })

  it('are tested at the same minute with the same result, which is no repeat', async () => {
    const file = await uploaded(
      download(row('Twin', 'Ana', '7:24PM', 'Negative', ana), row('Twin', 'Beatriz', '7:24PM', 'Negative', beatriz)),
    )
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo'])
    await answer(file, 3, 'another')
    await run(file)
    expect(await resultsOf('Twin')).toEqual(['negative', 'negative'])
  })

  it('are one if that is answered, and are not asked about in the next file', async () => {
    const file = await uploaded(
      download(row('Moved', 'Ana', '7:24PM', 'Negative', ana), row('Moved', 'Ana', '8:24PM', 'Positive', beatriz)),
    )
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo'])
    await answer(file, 3, 'same')
    expect(await run(file)).toMatchObject({ run: { people: { made: 1 }, tests: 2 } })
    expect(await resultsOf('Moved')).toEqual(['negative positive'])
    const later = await uploaded(download(row('Moved', 'Ana', '9:24PM', 'Negative', beatriz)))
    expect(await outcomes(later)).toEqual(['right'])
  })

  it('may both be meant by a row that tells too little, which waits', async () => {
    const file = await uploaded(
      download(
        row('Short', '', '7:00PM', 'Positive'),
        row('Short', 'Ana', '7:24PM', 'Negative'),
        row('Short', 'Beatriz', '7:44PM', 'Negative'),
      ),
    )
    expect(await outcomes(file)).toEqual(['wrong whichPerson', 'right', 'wrong mayBeTwo'])
  })

  it('are asked about however far apart their rows are, and in another file', async () => {
    const between = Array.from({ length: 600 }, (_, at) =>
      row('Between', 'Cy', `${(at % 11) + 1}:${String(at % 60).padStart(2, '0')}AM`, 'Negative'),
    )
    const file = await uploaded(
      download(
        row('Far', 'Ana', '7:24PM', 'Negative', ana),
        ...between,
        row('Far', 'Beatriz', '7:44PM', 'Negative', beatriz),
      ),
    )
    expect(file.preview).toMatchObject({ wrong: 1 })
    await run(file)
    const other = await uploaded(download(row('Far', 'Beatriz', '7:44PM', 'Negative')))
    expect(await outcomes(other)).toEqual(['wrong mayBeTwo'])
    expect((await rowsOf(other))[0]?.problems[0]?.message).toContain('What differs: middle name.')
  })
})

describe('somebody who is known by an email', () => {
  it('is named by it where a row may be of them, to whoever sees them', async () => {
    const known = { firstName: 'Nell', lastName: 'Knownby', dateOfBirth: '1980-02-01', email: 'nell@people.test' }
    const added = await admin.post('/subjects', { kind: 'human', groupId, localId: 'NK-1', ...known })
    expect(added.statusCode, added.body).toBe(201)
    const file = await uploaded('First name,Last name,Date of birth,Email\nNell,Knownby,1980-02-01,other@people.test\n')
    const message = async () => (await rowsOf(file))[0]?.problems[0]?.message
    expect(await message()).toBe(
      'May be two people. Somebody with this name and date of birth is known here: nell@people.test, NK-1. What differs: email.',
    )
    await test.query(test.ours, 'delete from subject_identities where subject_id = $1', [added.json().data.id])
    expect(await message()).toBe(
      'May be two people. Somebody with this name and date of birth is known here. What differs: email.',
    )
  })
})

describe('two people of one name and date of birth in a list of people', () => {
  const list = (lastName: string) =>
    `First name,Middle name,Last name,Date of birth,Phone\nMaria,Ana,${lastName},1980-02-01,+1 213 555 0142\nMaria,Beatriz,${lastName},1980-02-01,+1 213 555 0143\n`

  it('are asked about', async () => {
    const file = await uploaded(list('Listed'))
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo'])
    expect(await run(file)).toMatchObject({ run: { people: { made: 1 } } })
    await answer(file, 3, 'another')
    expect(await run(file)).toMatchObject({ run: { people: { made: 2 } } })
  })

  it('are asked about if one was added by hand', async () => {
    const added = await admin.post('/subjects', {
      kind: 'human',
      groupId,
      email: null,
      firstName: 'Maria',
      lastName: 'Typed',
      dateOfBirth: '1980-02-01',
      localId: null,
      details: { telephones: [{ country: 'GB', number: '07400 123456', type: 'mobile' }] },
    })
    expect(added.statusCode, added.body).toBe(201)
    const file = await uploaded(list('Typed'))
    expect(await outcomes(file)).toEqual(['wrong mayBeTwo', 'wrong mayBeTwo'])
    await answer(file, 2, 'same')
    // What differs from the person who was added is said once that is settled.
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo'])
    await answer(file, 3, 'another')
    expect(await run(file)).toMatchObject({ run: { people: { made: 1, matched: 1 } } })
    expect(await outcomes(await uploaded(list('Typed')))).toEqual(['right', 'right'])
  })

  it('wait where a row tells of either, although both have the email of their family', async () => {
    const file = await uploaded(
      'First name,Middle name,Last name,Date of birth,Email\n' +
        ['Ana', 'Beatriz', ''].map((middle) => `Maria,${middle},Family,1980-02-01,family@example.org\n`).join(''),
    )
    expect(await outcomes(file)).toEqual(['right', 'wrong mayBeTwo', 'wrong whichPerson'])
  })

  it('only those may answer who see the import, and only what is asked', async () => {
    const file = await uploaded(list('Asked'))
    expect((await answer(file, 2, 'same')).json().code).toBe('not-possible')
    const theirs = await logInAs(test.app, test.theirs, 'tenant')
    expect((await theirs.put(`/imports/${file.id}/rows/3/person`, { answer: 'another' })).statusCode).toBe(404)
    const [first, second] = [await answer(file, 3, 'another'), await answer(file, 3, 'another')]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  })
})

describe('one local ID of two people', () => {
  const list =
    'Student ID,First name,Last name,Date of birth\n00123,Ada,Marlow,2011-05-17\n00123,Bea,Whitby,2010-04-03\n'

  it('is asked about, as the form does', async () => {
    const file = await uploaded(list)
    expect(await outcomes(file)).toEqual(['right', 'wrong localIdOfAnother'])
    expect((await rowsOf(file))[1]?.problems[0]?.message).toMatch(
      /^Row 2, Ada Marlow, born on 17 May 2011, has this local ID/,
    )
    await run(file)
    // Now the first is known here.
    const again = await uploaded('Student ID,First name,Last name,Date of birth\n00-123,Bea,Whitby,2010-04-03\n')
    expect(await outcomes(again)).toEqual(['wrong localIdOfAnother'])
    await answer(again, 2, 'another')
    expect(await outcomes(again)).toEqual(['right'])
    expect(await run(again)).toMatchObject({ run: { people: { made: 1 } } })
  })
})

describe('one NHS number of two people', () => {
  const headers = 'NHS number,First name,Last name,Date of birth\n'
  const [ada, bea] = ['943 476 5919,Ada,Numbered,2011-05-17\n', '9434765919,Bea,Numbered,2010-04-03\n']

  it('waits, whether both are in the file or one is known here, and cannot be shared', async () => {
    const file = await uploaded(headers + ada + bea)
    expect(await outcomes(file)).toEqual(['wrong nhsNumberOfAnother', 'wrong nhsNumberOfAnother'])
    // Either of them may have the other's number, so that each is told of the other.
    expect((await rowsOf(file)).map(({ problems: [problem] }) => problem?.message.split(', too')[0])).toEqual([
      'Row 3, Bea Numbered, born on 3 April 2010, has this NHS number',
      'Row 2, Ada Numbered, born on 17 May 2011, has this NHS number',
    ])
    await admin.put(`/imports/${file.id}/rows/3`, { cells: [{ column: 0, text: '' }] })
    expect(await outcomes(file)).toEqual(['right', 'right'])
    await admin.put(`/imports/${file.id}/rows/3`, { cells: [{ column: 0, text: '943 476 5919' }] })
    expect(await outcomes(file)).toEqual(['wrong nhsNumberOfAnother', 'wrong nhsNumberOfAnother'])
    await admin.put(`/imports/${file.id}/rows/2`, {
      cells: [
        { column: 1, text: 'Bea' },
        { column: 3, text: '2010-04-03' },
      ],
    })
    expect(await outcomes(file)).toEqual(['right', 'right'])
    await admin.put(`/imports/${file.id}/rows/2`, {
      cells: [
        { column: 1, text: 'Ada' },
        { column: 3, text: '2011-05-17' },
      ],
    })
    await admin.put(`/imports/${file.id}/rows/3`, { cells: [{ column: 0, text: '' }] })
    await run(file)
    const again = await uploaded(headers + ada + bea)
    expect(await outcomes(again)).toEqual(['right', 'wrong nhsNumberOfAnother'])
    expect((await answer(again, 3, 'another')).json().code).toBe('not-possible')
    await admin.put(`/imports/${again.id}/rows/3`, { cells: [{ column: 0, text: '' }] })
    expect(await outcomes(again)).toEqual(['right', 'right'])
    expect(await run(again)).toMatchObject({ run: { people: { made: 0, matched: 2 } } })
  })

  it('is nothing to wait for where the tenant does not keep it', async () => {
    await test.query(test.ours, `update tenants set subject_details = '{telephones}'`)
    const file = await uploaded(headers + (ada + bea).replaceAll('Numbered', 'Unkept'))
    expect(await outcomes(file)).toEqual(['right', 'right'])
  })
})
