import readWorkbook from 'read-excel-file/node'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileTypes } from '../../../contract/listing.ts'
import { detailKinds } from '../../../contract/subjects/detail-kinds.ts'
import { logInAs, type Client } from '../../../tests/server/client.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
let admin: Client

beforeAll(async () => {
  test = await startTestApp()
  admin = await logInAs(test.app, test.ours, 'tenant')
})
afterAll(() => test.close())

type Row = Record<string, string>

async function exported(query: Record<string, string> = {}, client = admin): Promise<{ rows: Row[]; text: string }> {
  const response = await client.get('/test-records/export', query)
  expect(response.statusCode, response.body).toBe(200)
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="test-records-\d{4}-\d\d-\d\d\.csv"$/)
  const text = response.rawPayload.toString('utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { rows: parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }), text }
}

const setFirst = (assignments: string, values: unknown[] = []) =>
  test.query(test.ours, `update test_records set ${assignments} where id = '${test.ours.places.home.recordId}'`, values)
const first = async (client = admin, query: Record<string, string> = {}) =>
  (await exported({ search: test.ours.places.home.testId, ...query }, client)).rows[0] ?? {}

describe('an export', () => {
  it.each<Record<string, string>>([
    {},
    { sort: 'test_id' },
    { sort: '-result', result: 'negative' },
    { from: '2026-01-11T00:00:00Z', to: '2026-01-12T23:59:59Z' },
    { search: 'Wardroom' },
    { state: 'voided' },
    { state: 'all', result: 'conclusive' },
    { search: "o'nobody $1 \\ %" },
  ])('has the records of the list, in its order: %o', async (query) => {
    const list = (await admin.get('/test-records', { ...query, per_page: '100' })).json()
    const { rows } = await exported(query)
    expect(rows.map((row) => row['Test ID'])).toEqual(list.data.map(({ testId }: { testId: string }) => testId))
    expect(rows).toHaveLength(list.page.total)
  })

  it('has only the records of the chosen organisation and group', async () => {
    const { organisationId, groupId, marker } = test.ours.places.ward
    const { rows } = await exported({ organisation_id: organisationId, group_id: groupId })
    expect(rows.map((row) => row.Group)).toEqual(Array(4).fill(`Group ${marker} ${test.ours.marker}`))
  })

  it('has the details that the tenant keeps of persons, and no others', async () => {
    const { subjectId } = test.ours.places.home
    await test.query(
      test.ours,
      `insert into subject_details (tenant_id, subject_id, role, unit, room, sex, race, ethnicity, language, nhs_number,
         telephones, address, guardian, consent)
       values ($1, $2, 'resident', '=Maple', '12', 'other', 'asian', 'chinese', 'pl', '9434765919',
         '[{"number": "+44 7400 123456"}, {"number": "+44 20 7946 0958"}]', '{"city": "Leeds", "country": "GB"}',
         '{"name": "Rana Quill", "relation": "Mother", "email": "rana@people.test", "telephone": {"number": "+44 7400 123456"}}',
         '{"by": "Rana Quill", "how": "spoken", "when": "2026-01-05", "until": null, "withdrawn": null}')`,
      [test.ours.id, subjectId],
    )
    const without = await first()
    expect(Object.keys(without)).not.toContain('Sex')
    try {
      await test.query(test.ours, 'update tenants set subject_details = $1', [[...detailKinds]])
      const row = await first()
      expect(row).toMatchObject({
        Role: 'Resident',
        Unit: "'=Maple",
        Room: '12',
        Sex: 'Other',
        Race: 'Asian',
        Ethnicity: 'Chinese',
        'Preferred language': 'Polish',
        Telephones: expect.stringMatching(/^'\+44 7400 123456; ?'?\+44 20 7946 0958$/),
        City: 'Leeds',
        Country: 'GB',
        Guardian: 'Rana Quill',
        'Guardian: Relation to the person': 'Mother',
        'Guardian: Email': 'rana@people.test',
        'Guardian: Phone number': "'+44 7400 123456",
        'NHS number': '9434765919',
        'Consent: Who consented': 'Rana Quill',
        'Consent: How': 'By word of mouth',
        'Consent: On': '05/01/2026',
        'Consent: Valid until': '',
        'Consent: Withdrawn on': '',
      })
      await test.query(test.ours, `update tenants set subject_details = array['sex']`)
      const added = Object.keys(await first()).filter((header) => !(header in without))
      expect(added[0]).toBe('Sex')
      expect(added.slice(1).filter((header) => !/^(Ordering provider|Laboratory|CLIA)/.test(header))).toEqual([])
    } finally {
      await test.query(test.ours, `update tenants set subject_details = '{}'`)
      await test.query(test.ours, 'delete from subject_details')
    }
  })

  it('has the ordering provider and the laboratory of the group where the tenant keeps details of persons', async () => {
    const { groupId } = test.ours.places.home
    const change = (assignments: string) =>
      test.query(test.ours, `update groups set ${assignments} where id = $1`, [groupId])
    await change(`provider_first_name = '=Ada', provider_middle_name = 'B.', provider_last_name = 'Ash', provider_suffix = 'MD',
      provider_npi = '1234567893', lab_name = 'Lime Lab', clia = '11D1111111', lab_street_address = '1 Main St', lab_street_address_2 = null,
      lab_city = 'Austin', lab_state = 'TX', lab_county = 'Travis', lab_country = 'US', lab_postcode = '73301'`)
    const lab = {
      'Ordering provider': "'=Ada B. Ash, MD",
      'Ordering provider: NPI': '1234567893',
      'Laboratory name': 'Lime Lab',
      'CLIA number': '11D1111111',
      'Laboratory address: Street address': '1 Main St',
      'Laboratory address: Street address, line 2': '',
      'Laboratory address: City': 'Austin',
      'Laboratory address: State': 'TX',
      'Laboratory address: County': 'Travis',
      'Laboratory address: Postcode': '73301',
      'Laboratory address: Country': 'US',
    }
    try {
      expect(Object.keys(await first()).filter((header) => header in lab)).toEqual([])
      await test.query(test.ours, `update tenants set subject_details = array['sex']`)
      expect(await first()).toMatchObject(lab)
      await change(`provider_first_name = null, provider_last_name = null, provider_middle_name = null, provider_suffix = null,
        provider_npi = null, lab_country = null`)
      expect(await first()).toMatchObject({
        ...lab,
        'Ordering provider': '',
        'Ordering provider: NPI': '',
        'Laboratory address: Country': '',
      })
    } finally {
      await test.query(test.ours, `update tenants set subject_details = '{}'`)
      await change('lab_name = null, clia = null')
    }
  })

  it('ends every line, the last included, with CR LF, and has only a header when nothing is found', async () => {
    const { text } = await exported({ search: 'nothing has this name' })
    expect(text).toMatch(/^\uFEFF("[^"\r\n]+",?)+\r\n$/)
    const all = (await exported()).text
    expect(all.endsWith('\r\n')).toBe(true)
    expect(all.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('keeps quotes, commas, line breaks and emoji as entered', async () => {
    const note = 'He said "no, \'never\'"; línea\u2028 🧪👩‍🔬 ﷽ \\N \\. $1 {{x}}'
    await setFirst('note = $1, location = $2, lot = $3', [note, 'one\ntwo', 'one\r\ntwo'])
    const row = await first()
    expect([row.Note, row['Test location'], row['Lot number']]).toEqual([note, 'one\ntwo', 'one\r\ntwo'])
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＠x', "=cmd|' /C calc'!A0", '-'])(
    'makes the cell %j harmless',
    async (text) => {
      await setFirst('note = $1, lot = $1', [text])
      const { subjectId } = test.ours.places.home
      await test.query(test.ours, 'update subject_identities set last_name = $1, local_id = $1 where subject_id = $2', [
        text,
        subjectId,
      ])
      const row = await first()
      for (const column of ['Note', 'Lot number', 'Last name', 'Local ID']) expect(row[column]?.[0]).toBe("'")
    },
  )

  it('also makes the names of lines and columns harmless', async () => {
    const lines = [
      { analyteId: 'a', analyteName: '=HYPERLINK("x")', result: 'positive' },
      { analyteId: 'b', analyteName: 'B', result: 'negative' },
    ]
    await setFirst('analyte_results = $1', [JSON.stringify(lines)])
    expect((await first())['Result per line']).toBe('\'=HYPERLINK("x"): Positive; B: Negative')
    await test.query(
      test.ours,
      `update tenants set subjects = '{"kind":"non-human","customId1":"=1+1","customId2":"Herd"}'`,
    )
    const { text } = await exported()
    await test.query(test.ours, `update tenants set subjects = '{"kind":"human","customId1":"Tag","customId2":"Herd"}'`)
    expect(text).toContain(`"'=1+1","Herd"`)
  })

  it('gives local times in the record’s zone, and ISO 8601 with the right offset on both sides of a clock change', async () => {
    const times = []
    for (const [at, zone] of [
      ['2026-03-29T00:59:00Z', 'Europe/London'],
      ['2026-03-29T01:00:00Z', 'Europe/London'],
      ['2026-10-25T00:30:00Z', 'Europe/London'],
      ['2026-10-25T01:30:00Z', 'Europe/London'],
      ['2026-01-15T02:30:00Z', 'America/New_York'],
      ['2026-07-15T02:30:00Z', 'America/St_Johns'],
      ['2026-07-15T20:30:00Z', 'Asia/Kathmandu'],
      ['2026-07-15T20:30:00Z', 'UTC'],
    ]) {
      await setFirst('performed_at = $1, performed_zone = $2', [at, zone])
      const row = await first()
      times.push([row['Date and time'], row['Date and time (ISO 8601)']])
      expect(new Date(row['Date and time (ISO 8601)'] ?? '').toISOString()).toBe(new Date(at ?? '').toISOString())
    }
    expect(times).toEqual([
      ['29/03/2026 00:59', '2026-03-29T00:59:00+00:00'],
      ['29/03/2026 02:00', '2026-03-29T02:00:00+01:00'],
      ['25/10/2026 01:30', '2026-10-25T01:30:00+01:00'],
      ['25/10/2026 01:30', '2026-10-25T01:30:00+00:00'],
      ['14/01/2026 21:30', '2026-01-14T21:30:00-05:00'],
      ['15/07/2026 00:00', '2026-07-15T00:00:00-02:30'],
      ['16/07/2026 02:15', '2026-07-16T02:15:00+05:45'],
      ['15/07/2026 20:30', '2026-07-15T20:30:00+00:00'],
    ])
  })

  it.each([
    [{ short: 'DD.MM.YYYY', long: 'D. MMMM YYYY', date_time: 'DD.MM.YYYY HH:mm' }, '05.02.2026 14:07', '17.05.1980'],
    [{ short: 'M/D/YY', long: 'MMMM D, YYYY', date_time: 'M/D/YY h:mm A' }, '2/5/26 2:07 PM', '5/17/80'],
    [{ short: 'YYYY-MM-DD', long: 'YYYY-MM-DD', date_time: 'HH:mm, YYYY-MM-DD' }, '14:07, 2026-02-05', '1980-05-17'],
    [{ short: '[=]D', long: 'D', date_time: '[a;=]D' }, "a;'=5", "'=17"],
    [{ short: 'D [de] M', long: 'D', date_time: 'D [de] M [a las] H:mm' }, '5 de 2 a las 14:07', '17 de 5'],
  ])('writes dates in the tenant’s format: %o', async (web, dateTime, birth) => {
    await setFirst(`performed_at = '2026-02-05T14:07:00Z', performed_zone = 'Europe/London'`)
    await test.query(test.ours, 'update tenants set date_format = $1', [JSON.stringify({ web })])
    const row = await first()
    await test.query(test.ours, `update tenants set date_format = '{}'`)
    expect([row['Date and time'], row['Date of birth']]).toEqual([dateTime, birth])
  })

  it('is in the user’s language', async () => {
    const organisation = await logInAs(test.app, test.ours, 'organisation')
    await organisation.put('/users/my-details/lang', { lang: 'es' })
    await setFirst(`performed_at = '2026-02-05T14:07:00Z', performed_zone = 'Europe/London'`)
    const row = await first(organisation)
    expect(Object.keys(row).slice(0, 4)).toEqual([
      'ID de la prueba',
      'Resultado',
      'Fecha y hora',
      'Fecha y hora (ISO 8601)',
    ])
    expect(row.Resultado).toBe('Positivo')
    expect(row.Estado).toBe('Registrado')
    expect(row['Fecha y hora']).toBe('05/02/2026 14:07')
  })

  it('is audited with its filter and number of rows, but not the search text', async () => {
    const query = { search: test.ours.places.home.subjectEmail, result: 'negative', from: '2026-01-01T00:00:00Z' }
    const { rows } = await exported(query)
    const [event] = await test.query<{ details: { rows: number } }>(
      test.ours,
      `select actor_id, outcome, details from audit_events where action = 'test-record.exported' order by id desc limit 1`,
    )
    expect(event).toMatchObject({
      outcome: 'done',
      details: {
        rows: rows.length,
        filter: { search: true, result: 'negative', from: '2026-01-01T00:00:00.000Z', sort: '-performed_at' },
      },
    })
    expect(JSON.stringify(event)).not.toContain(query.search)
  })
})

describe('as a workbook', () => {
  it('has the rows of the CSV file, with texts and dates in cells of their kinds', async () => {
    await setFirst(`lot = '00123', lot_expiry = '2027-01-31', note = '=1+1'`)
    const search = test.ours.places.home.testId
    const [csv] = (await exported({ search })).rows
    const response = await admin.get('/test-records/export', { search, format: 'xlsx' })
    expect(response.headers['content-type']).toBe(fileTypes.xlsx)
    expect(response.headers['content-disposition']).toMatch(/filename="test-records-\d{4}-\d\d-\d\d\.xlsx"$/)
    const [sheet] = await readWorkbook(response.rawPayload)
    const [titles = [], values = []] = sheet?.data ?? []
    const row = Object.fromEntries(titles.map((title, at) => [String(title), values[at]]))
    expect(titles).toEqual(Object.keys(csv ?? {}))
    expect(row).toMatchObject({ 'Test ID': search, 'Lot number': '00123', Note: '=1+1' })
    expect(row['Lot expiry date']).toEqual(new Date('2027-01-31T00:00:00Z'))
    expect(row['Date and time']).toBeInstanceOf(Date)
    expect([csv?.['Lot number'], csv?.Note, csv?.['Lot expiry date (ISO 8601)']]).toEqual([
      '00123',
      "'=1+1",
      '2027-01-31',
    ])
  })

  it('has only its titles when nothing is found, and is audited with its number of rows', async () => {
    const empty = await admin.get('/test-records/export', { search: 'nothing has this name', format: 'xlsx' })
    expect((await readWorkbook(empty.rawPayload))[0]?.data).toHaveLength(1)
    await admin.get('/test-records/export', { search: test.ours.places.home.testId, format: 'xlsx' })
    const [event] = await test.query<{ rows: string }>(
      test.ours,
      `select details ->> 'rows' as rows from audit_events where action = 'test-record.exported' order by id desc limit 1`,
    )
    expect(event?.rows).toBe('1')
  })
})
