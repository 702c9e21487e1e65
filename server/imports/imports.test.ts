import { describe, expect, it } from 'vitest'
import type { FileImport } from '../../contract/imports/import.ts'
import { imports as words } from '../../contract/phrases/en_GB/imports.ts'
import { imports as palabras } from '../../contract/phrases/es_MX/imports.ts'
import { rules } from '../../contract/phrases/en_GB/rules.ts'
import { serverRules } from '../../contract/phrases/en_GB/server-rules.ts'
import type { Scope } from '../access/scope.ts'
import { openFiles } from '../platform/files.ts'
import { readConfig } from '../platform/config.ts'
import { logInAs, type Client } from '../../tests/server/client.ts'
import { serverDownload, type WrittenPerson, type WrittenTest } from '../../tests/server/import-files.ts'
import {
  test,
  admin,
  ofOrganisation,
  headers,
  roster,
  jo,
  send,
  uploaded,
  read,
  rowsOf,
  stored,
} from '../../tests/server/sent-imports.ts'
import { readImport } from './reading-service.ts'

const person: WrittenPerson = {
  firstName: 'Ana',
  middleName: '',
  lastName: 'Ruiz',
  dateOfBirth: '1999-12-31',
  localId: '',
  email: 'ana@example.org',
  phone: '410-867-5309',
  street: '',
  city: '',
  county: '',
  sex: 'female',
  role: 'STUDENT',
}
const multiplex = (n: number): WrittenTest => ({
  person,
  performedAt: new Date(Date.UTC(2026, 2, 1, 10, n)),
  reportedAt: new Date(Date.UTC(2026, 2, 1, 12)),
  device: 'Quay Duo',
  facility: 'North',
  submitter: { first: 'Jane', last: 'Doe' },
  lines: [
    { condition: 'COVID-19', result: 'negative' },
    { condition: 'Flu A', result: 'inconclusive' },
  ],
  correction: 'ORIGINAL',
})

describe('a file that is sent', () => {
  it('is read into rows, with what is wrong at its cells, in the language of the reader', async () => {
    const { id, state, head } = await uploaded(roster(jo, 'Grey,,2/31/1984,jane', jo))
    expect([state, head]).toEqual(['waiting', null])
    const found = await read(id)
    expect(found).toMatchObject({
      state: 'read',
      fileName: 'roster.csv',
      rowsRead: 3,
      answers: { zone: 'America/New_York' },
      head: { layout: 'by-hand', headers: headers.split(',') },
      summary: { rows: 3, wrong: 1, people: 1, tests: 0 },
      problem: null,
    })
    const { data } = await rowsOf(id, { outcome: 'wrong' })
    // The other rows wait for the group that they belong to.
    expect(data.filter(({ line }: { line: number }) => line === 3)).toEqual([
      {
        line: 3,
        cells: ['Grey', '', '2/31/1984', 'jane'],
        outcome: 'wrong',
        skipped: null,
        differences: null,
        taken: [],
        repeats: null,
        person: null,
        read: { dateOfBirth: null, symptomOnset: null, performed: null, reportedAt: null },
        problems: [
          { column: 1, code: 'oneName', message: words['problem.oneName'] },
          { column: 2, code: 'date', message: words['problem.date'] },
          { column: 3, code: 'email', message: words['problem.email'] },
        ],
      },
    ])
    const spanish = await admin.get(`/imports/${id}/rows`, { outcome: 'wrong' }, { 'accept-language': 'es' })
    await admin.put('/users/my-details/lang', { lang: 'es' })
    const inSpanish = await admin.get(`/imports/${id}/rows`, { outcome: 'wrong' })
    await admin.put('/users/my-details/lang', { lang: 'en' })
    expect(spanish.statusCode).toBe(200)
    const ofThird = inSpanish.json().data.find(({ line }: { line: number }) => line === 3)
    expect(ofThird.problems[1].message).toBe(palabras['problem.date'])
  })

  it('of more rows than one step stores has all of them once, in pages', async () => {
    const { id } = await uploaded(roster(...Array.from({ length: 1203 }, (_, n) => jo.replace('Jo', `Jo ${n}`))))
    expect(await read(id)).toMatchObject({ rowsRead: 1203, summary: { rows: 1203, people: 1203 } })
    const lines: number[] = []
    let cursor: string | null = null
    do {
      const { data, page }: { data: { line: number }[]; page: { next: string | null } } = await rowsOf(
        id,
        cursor === null ? {} : { cursor },
      )
      lines.push(...data.map(({ line }) => line))
      cursor = page.next
    } while (cursor !== null)
    expect(lines).toEqual(Array.from({ length: 1203 }, (_, n) => n + 2))
  })

  it('of few but long rows is stored a few at a time', async () => {
    const long = Array.from({ length: 4 }, () => 'a'.repeat(30_000)).join()
    const { id } = await uploaded(['a,b,c,d', ...Array.from({ length: 80 }, () => long), ''].join('\n'))
    await read(id)
    await test.query(test.ours, `update imports set state = 'waiting', summary = null where id = $1`, [id])
    const stored: number[] = []
    const door = {
      ...test.door,
      enterTenant: async <T>(tenantId: string, workId: string, work: (scope: Scope) => Promise<T>) => {
        const done = await test.door.enterTenant(tenantId, workId, work)
        const [counted] = await test.query(
          test.ours,
          'select count(*)::int as rows from import_rows where import_id = $1',
          [id],
        )
        stored.push(Number(counted?.rows))
        return done
      },
    }
    await readImport(door, openFiles(readConfig({ NODE_ENV: 'test', DATA_DIR: test.dataDir })), {
      tenantId: test.ours.id,
      id,
    })
    expect(new Set(stored)).toEqual(new Set([80, 0, 35, 70]))
  })

  it('by a layout of UTC is read in UTC, and anew with other answers', async () => {
    const { id } = await uploaded(serverDownload([multiplex(0), multiplex(1), multiplex(0)]))
    const first = await read(id)
    expect(first).toMatchObject({
      head: { layout: 'results-server' },
      answers: { zone: 'UTC', undetermined: 'ask' },
      summary: { rows: 6, wrong: 3, hasUndetermined: true },
    })
    const performed = () =>
      test.query<{ at: string; result: string }>(
        test.ours,
        `select content #>> '{test,performedAt}' as at, content #>> '{results,0,result}' as result from import_rows
         where import_id = $1 and line = 3`,
        [id],
      )
    const { data: unclear } = await rowsOf(id, { outcome: 'wrong' })
    expect(unclear.find(({ line }: { line: number }) => line === 3).problems).toContainEqual(
      expect.objectContaining({ code: 'undetermined', message: words['problem.undetermined'] }),
    )
    await admin.put(`/imports/${id}/preview`, { zone: 'UTC', undetermined: 'invalid' })
    expect(await read(id)).toMatchObject({
      summary: { rows: 6, wrong: 0, people: 1, tests: 2, skipped: { repeated: 2 } },
    })
    expect(await performed()).toEqual([{ at: '2026-03-01T10:00:00.000Z', result: 'invalid' }])
    const { data: repeated } = await rowsOf(id, { outcome: 'skipped' })
    expect(repeated).toMatchObject([
      { line: 6, skipped: 'repeated', repeats: 2 },
      { line: 7, skipped: 'repeated', repeats: 3 },
    ])
    const again = await admin.put(`/imports/${id}/preview`, { zone: 'America/New_York', undetermined: 'inconclusive' })
    expect(again.json().data).toMatchObject({ state: 'waiting', summary: null })
    expect(await read(id)).toMatchObject({ answers: { zone: 'America/New_York' }, rowsRead: 6 })
    expect(await performed()).toEqual([{ at: '2026-03-01T15:00:00.000Z', result: 'inconclusive' }])
  })

  it('of unknown columns is read by those that are assigned', async () => {
    const { id } = await uploaded('Who,Called,Since\nGreen,Jo,28/2/1984\n')
    expect(await read(id)).toMatchObject({ head: { columns: [null, null, null] }, summary: { wrong: 1 } })
    const assign = (columns: string[]) =>
      admin.put(`/imports/${id}/preview`, { zone: 'Europe/London', dateOrder: 'dmy', columns })
    const few = await assign(['lastName', 'firstName'])
    expect([few.statusCode, few.json().errors]).toEqual([422, { columns: [rules.malformed] }])
    expect((await assign(['lastName', 'firstName', 'dateOfBirth'])).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ summary: { wrong: 0, people: 1 }, hasKnownColumns: false })
  })

  it('whose headers are those of an earlier one is read by its columns, which can be changed', async () => {
    const headers = 'Wer,Genannt,Seit'
    const { id: first } = await uploaded(`${headers}\nGreen,Jo,28/2/1984\n`)
    await read(first)
    const assign = (id: string, columns: (string | null)[]) =>
      admin.put(`/imports/${id}/preview`, { zone: 'Europe/London', dateOrder: 'dmy', columns })
    expect((await assign(first, ['lastName', 'firstName', 'dateOfBirth'])).statusCode).toBe(200)
    await read(first)
    const { id } = await uploaded(`${headers.toUpperCase()}\nAsh,Ada,3/2/1990\nAsh,Bo,31/12/1991\n`)
    const found = await read(id)
    expect(found).toMatchObject({
      hasKnownColumns: true,
      head: { layout: 'by-hand', columns: [{ field: 'lastName' }, { field: 'firstName' }, { field: 'dateOfBirth' }] },
      // The order of dates is asked about for each file.
      answers: { dateOrder: 'ask', columns: ['lastName', 'firstName', 'dateOfBirth'] },
      summary: { rows: 2, wrong: 1 },
    })
    await admin.put(`/imports/${id}/preview`, { ...found.answers, dateOrder: 'dmy' })
    expect(await read(id)).toMatchObject({ hasKnownColumns: true, summary: { rows: 2, wrong: 0, people: 2 } })
    const [row] = await test.query(
      test.ours,
      `select content #>> '{person,dateOfBirth}' as born from import_rows where import_id = $1 order by line`,
      [id],
    )
    expect(row).toEqual({ born: '1990-02-03' })
    // Other answers leave the columns as they are known; other columns are those of a hand, and known for the next file.
    await admin.put(`/imports/${id}/preview`, { ...found.answers, zone: 'UTC' })
    expect(await read(id)).toMatchObject({ hasKnownColumns: true })
    await assign(id, ['firstName', 'lastName', 'dateOfBirth'])
    expect(await read(id)).toMatchObject({
      hasKnownColumns: false,
      head: { columns: [{ field: 'firstName' }, {}, {}] },
    })
    const next = await uploaded(`${headers}\nAda,Ash,3/2/1990\n`)
    expect(await read(next.id)).toMatchObject({
      hasKnownColumns: true,
      answers: { columns: ['firstName', 'lastName', 'dateOfBirth'] },
    })
    // An organisation knows those of the tenant, and nobody knows those of another tenant.
    const ofTheirs = await uploaded(`${headers}\nAda,Ash,3/2/1990\n`, ofOrganisation)
    expect(await read(ofTheirs.id, ofOrganisation)).toMatchObject({ hasKnownColumns: true })
    const stranger = await logInAs(test.app, test.theirs, 'tenant')
    const foreign = await uploaded(`${headers}\nAda,Ash,3/2/1990\n`, stranger)
    expect(await read(foreign.id, stranger)).toMatchObject({
      hasKnownColumns: false,
      head: { columns: [null, null, null] },
    })
  })

  it('that is no table is refused with a message', async () => {
    const { id } = await uploaded(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
    expect((await read(id)).problem).toEqual({ code: 'notATable', message: words['file.notATable'] })
    const open = await uploaded(roster(jo, '"Ash,Ada'))
    expect((await read(open.id)).problem?.message).toBe(
      'The file cannot be read: the cell in row 3 does not end. A quotation mark may be missing there.',
    )
  })

  it('with a title above its headers is read below it, or by the row that somebody names', async () => {
    const { id } = await uploaded(`Class 7B,,,\n\n${roster(jo)}`)
    const found = await read(id)
    expect(found).toMatchObject({ head: { line: 3 }, summary: { skipped: { heading: 1 } }, preview: { skipped: 1 } })
    expect((await rowsOf(id, { outcome: 'skipped' })).data).toMatchObject([{ line: 1, skipped: 'heading' }])
    const answer = (given: object) => admin.put(`/imports/${id}/preview`, { ...found.answers, ...given })
    const columns = ['lastName', 'firstName', 'dateOfBirth', 'emails']
    expect((await answer({ headerRow: 1, columns })).json().errors).toEqual({ columns: [rules.malformed] })
    expect((await answer({ headerRow: 1 })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ head: { line: 1, headers: ['Class 7B', '', '', ''] } })
  })

  it('without headers is not known by those of another', async () => {
    const columns = ['lastName', 'firstName', 'dateOfBirth', 'emails']
    const { id } = await uploaded(`${jo}\n${jo}\n`)
    expect(await read(id)).toMatchObject({ head: { line: 0 } })
    await admin.put(`/imports/${id}/preview`, { zone: 'UTC', columns })
    expect(await read(id)).toMatchObject({ head: { columns: columns.map((field) => ({ field })) } })
    const next = await uploaded(`${jo}\n${jo}\n`)
    expect(await read(next.id)).toMatchObject({ hasKnownColumns: false, head: { columns: [null, null, null, null] } })
  })

  it('of more than 50 MB is refused, and leaves nothing', async () => {
    const before = await stored()
    const reply = await send(Buffer.alloc(50 * 2 ** 20 + 1, `${jo}\n`))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { file: [serverRules.importTooLarge] }])
    // The job that was queued beforehand waits an hour; what it does is shown below.
    expect((await stored()).length).toBeLessThanOrEqual(before.length + 1)
    const empty = await uploaded('')
    expect((await read(empty.id)).problem?.code).toBe('empty')
  }, 300_000)
})

describe('administrators', () => {
  it('of an organisation see its files alone, those of the tenant all', async () => {
    const own = await uploaded(roster(jo), ofOrganisation)
    const ofTenant = await uploaded(roster(jo))
    const listed = async (client: Client): Promise<string[]> =>
      (await client.get('/imports', { per_page: '100' })).json().data.map(({ id }: FileImport) => id)
    expect(await listed(ofOrganisation)).toContain(own.id)
    expect(await listed(ofOrganisation)).not.toContain(ofTenant.id)
    expect(await listed(admin)).toEqual(expect.arrayContaining([own.id, ofTenant.id]))
    for (const path of [`/imports/${ofTenant.id}`, `/imports/${ofTenant.id}/rows`]) {
      expect((await ofOrganisation.get(path)).statusCode).toBe(404)
    }
    expect((await ofOrganisation.put(`/imports/${ofTenant.id}/cancel`)).statusCode).toBe(404)
    const foreign = await logInAs(test.app, test.theirs, 'tenant')
    expect((await foreign.get(`/imports/${own.id}`)).statusCode).toBe(404)
  })

  it('leave no name of a file or of a person in the audit trail', async () => {
    const { id } = await uploaded(roster(jo.replace('Green', 'Unmistakable')))
    await read(id)
    await rowsOf(id)
    const events = await test.query(
      test.ours,
      'select action, details::text from audit_events where resource_id = $1 order by action',
      [id],
    )
    expect(events.map(({ action }) => action)).toEqual(['import.opened', 'import.uploaded'])
    expect(JSON.stringify(events)).not.toMatch(/Unmistakable|roster/)
  })
})
