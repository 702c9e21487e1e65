import { Readable } from 'node:stream'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { importAnswers, proposedAnswers } from '../../../contract/imports/answers.ts'
import { noHeaderRow } from '../../../contract/imports/header-row.ts'
import { detailKinds } from '../../../contract/subjects/detail-kinds.ts'
import { readFile } from './read-file.ts'
import type { HeadMessage, ReadMessage, RowMessage } from './read-messages.ts'

/** What a tenant keeps that keeps everything. */
const keeps = { details: detailKinds, countries: ['GB' as const] }

/** What a file is read as: its headers with their line, what its columns are, and the people in its rows. */
async function read(content: string | Buffer, given: object | null = null) {
  const answers = given === null ? null : importAnswers.parse({ ...proposedAnswers('by-hand', 'UTC'), ...given })
  const settings = { answers, words: [], zone: 'UTC', keeps, now: new Date('2026-11-26T12:00:00Z') }
  const messages: ReadMessage[] = []
  for await (const message of readFile(Readable.from([Buffer.from(content)]), settings)) messages.push(message)
  const [head, rows] = [messages[0] as HeadMessage, messages.filter((message) => message.kind === 'row')]
  expect(messages.at(-1)?.kind).toBe('end')
  return {
    head,
    rows,
    line: head.line,
    fields: head.columns.map((column) => column?.field ?? null),
    people: rows.flatMap(peopleOf),
    leftOut: rows.filter(({ skipped }) => skipped === 'heading').map(({ line }) => line),
  }
}

function peopleOf({ person, problems }: RowMessage): string[] {
  return person === null || problems.length > 0 ? [] : [`${person.firstName} ${person.lastName} ${person.dateOfBirth}`]
}

const ada = 'Ada Marlow 2011-05-17'
const names = ['firstName', 'lastName', 'dateOfBirth']

describe('the row of headers is found', () => {
  it('below a title and a blank row', async () => {
    const file = 'Class 7B, autumn term,,\n,,\nFirst name,Last name,Date of birth\nAda,Marlow,2011-05-17\n'
    expect(await read(file)).toMatchObject({ line: 3, fields: names, people: [ada], leftOut: [1] })
  })

  it('below a line that names the separator, which is no row', async () => {
    const file = 'sep=;\nFirst name;Last name;Date of birth\nAda;Marlow;2011-05-17\n'
    expect(await read(file)).toMatchObject({ line: 1, fields: names, people: [ada], leftOut: [] })
  })

  it('in a class list of a school, however it was saved', async () => {
    const list = [
      'St Mary’s Primary School',
      'Class list 7B, printed 28/11/2026, page 1',
      '',
      'Pupil;;;Contact;',
      'Forename(s);Surname;Date of birth (DD/MM/YYYY);Email;Phone',
      'Ada;Marlow;2011-05-17;;',
      ';;;;',
      'Zoë;O’Brien;2011-05-18;;',
      '',
    ].join('\r\n')
    for (const content of [
      Buffer.from(list),
      Buffer.from(list, 'utf16le'),
      Buffer.from(`\ufeff${list}`, 'utf16le').swap16(),
    ]) {
      expect(await read(content)).toMatchObject({
        line: 5,
        fields: [...names, 'emails', 'phones'],
        people: [ada, 'Zoë O’Brien 2011-05-18'],
        leftOut: [1, 2, 4],
      })
    }
  })

  it('as the last of three in an export of cases, whose comments tell of nobody', async () => {
    const file = [
      '"CaseData","CaseData","Person","Person","Person","Person"',
      '"uuid","disease","person.firstName","person.lastName","person.birthdate","person.sex"',
      '"Case ID","Disease","First name","Last name","Date of birth","Sex"',
      '"#text","#","#","#","#","#"',
      '"A-1","CORONAVIRUS","Ada","Marlow","2011-05-17","FEMALE"',
    ].join('\n')
    const found = await read(file)
    expect(found).toMatchObject({ line: 3, people: [ada], leftOut: [1, 2, 4] })
    expect(found.fields.slice(2)).toEqual([...names, 'sex'])
  })

  it('in an export of a practice, whose headers are those of a computer', async () => {
    const file =
      'Report run 28-Nov-2026 by J Smith\nPatient Forename,Patient Surname,patient_dob\nAda,Marlow,2011-05-17\n'
    expect(await read(file)).toMatchObject({ line: 2, fields: names, people: [ada] })
  })

  it('with names that nobody knows, as the row above the data', async () => {
    const file = 'Class 7B\nPupil,Called,Born on\nAda,Marlow,03/04/2011\n'
    expect(await read(file)).toMatchObject({ line: 2, head: { headers: ['Pupil', 'Called', 'Born on'] }, leftOut: [1] })
  })

  it('over two rows, of which each names some columns', async () => {
    const file = 'First name,Last name,DOB,Contact,\n,,,Phone,Email\nAda,Marlow,2011-05-17,,\n'
    expect(await read(file)).toMatchObject({ line: 2, fields: [...names, 'phones', 'emails'], people: [ada] })
  })

  it('to be missing, so that the first person is no header', async () => {
    const file = 'Ada,Marlow,2011-05-17\nBea,Whitby,2010-04-03\n'
    const found = await read(file)
    expect(found).toMatchObject({ line: noHeaderRow, fields: [null, null, null], head: { headers: ['', '', ''] } })
    expect(found.rows).toHaveLength(2)
    expect(await read(file, { columns: names })).toMatchObject({ people: [ada, 'Bea Whitby 2010-04-03'] })
  })

  it('and can be another one', async () => {
    const file = 'First name,Last name,DOB\nVorname,Name,geboren\nAda,Marlow,2011-05-17\n'
    expect(await read(file)).toMatchObject({ line: 1, fields: names })
    expect(await read(file, { headerRow: 2 })).toMatchObject({
      line: 2,
      head: { headers: ['Vorname', 'Name', 'geboren'] },
    })
    expect(await read(file, { headerRow: noHeaderRow })).toMatchObject({ line: noHeaderRow })
  })
})

describe('equal headers', () => {
  it('are told apart by the names of their groups', async () => {
    const file =
      'Pupil,,,Parent,,\nFirst name,Last name,Date of birth,First name,Last name,Phone\nAda,Marlow,2011-05-17,Eve,Ash,\n'
    expect(await read(file)).toMatchObject({
      head: {
        headers: [
          'Pupil: First name',
          'Pupil: Last name',
          'Date of birth',
          'Parent: First name',
          'Parent: Last name',
          'Phone',
        ],
      },
      fields: [...names, null, null, 'phones'],
      people: [ada],
    })
  })

  it('are read once somebody has said what they are, also in a file that would be recognised', async () => {
    const file = 'First name,Last name,Date of birth,Student ID,Student ID\nAda,Marlow,2011-05-17,,\n'
    expect((await read(file)).fields).toEqual([...names, null, null])
    const columns = [...names, 'localId', null]
    expect((await read(file, { columns })).fields).toEqual(columns)
  })
})

it('instructions and examples wait, and so does nobody else', async () => {
  const { rows, people } = await read(
    [
      'First name,Last name,Date of birth,Notes',
      'Required,Required,"Required, DD/MM/YYYY",',
      'e.g. John,e.g. Smith,01/01/2000,',
      'John,Smith,01/01/2000,"e.g. allergies"',
      'Por ejemplo: Ana,Ruiz,01/01/2000,',
      'Egbert,Eg,01/01/2000,',
      'Ada,Marlow,2011-05-17,',
    ].join('\n'),
  )
  expect(rows.map(({ problems }) => problems.some(({ code }) => code === 'instruction'))).toEqual([
    true, true, false, true, false, false,
  ]) // prettier-ignore
  expect(people).toEqual(['John Smith 2000-01-01', 'Egbert Eg 2000-01-01', ada])
})

describe('a workbook', () => {
  it('has its hidden rows wait, and names the sheets that are not read', async () => {
    const file = workbook([
      { name: 'Empty', rows: '' },
      {
        name: '7B',
        rows: row(1, ['First name', 'Last name', 'Date of birth']) + row(2, adaCells) + row(3, beaCells, 'hidden="1"'),
      },
      { name: '7C', rows: row(1, ['First name', 'Last name', 'Date of birth']) + row(2, beaCells) },
      { name: 'Lists', rows: row(1, ['x']), state: 'hidden' },
    ])
    const found = await read(file)
    expect(found.head).toMatchObject({
      sheet: '7B',
      otherSheets: [
        { name: 'Empty', isHidden: false },
        { name: '7C', isHidden: false },
        { name: 'Lists', isHidden: true },
      ],
    })
    expect(found.people).toEqual([ada])
    expect(found.rows[1]?.problems).toEqual([{ column: null, code: 'hiddenRow' }])
    expect(await read(file, { sheet: '7C' })).toMatchObject({
      head: { sheet: '7C' },
      people: ['Bea Whitby 2010-04-03'],
    })
  })

  it('has what is merged over several rows in each', async () => {
    const rows =
      row(1, ['Class 7B']) +
      row(3, ['Last name', 'First name', 'Date of birth']) +
      row(4, ['Marlow', 'Ada', '2011-05-17']) +
      row(5, ['', 'Bea', '2011-05-17']) +
      row(6, ['', 'Cal', '2011-05-17'])
    const merged = '<mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="A4:A5"/></mergeCells>'
    const found = await read(workbook([{ name: '7B', rows, after: merged }]))
    expect(found).toMatchObject({ line: 3, people: [ada, 'Bea Marlow 2011-05-17'] })
    expect(found.rows.at(-1)?.problems).toEqual([{ column: 0, code: 'oneName' }])
  })

  it('has numbers as they show, and no rows of formulas that show nothing', async () => {
    const rows =
      row(1, ['Student ID', 'First name', 'Last name', 'Date of birth']) +
      `<row r="2"><c r="A2" s="1"><v>123</v></c>${cells(['', ...adaCells], 2)}</row>` +
      '<row r="3"><c r="A3" t="str"><f>IF(B3="","",1)</f><v></v></c></row>'
    const { rows: read1 } = await read(workbook([{ name: '7B', rows }]))
    expect(read1).toHaveLength(1)
    expect(read1[0]?.person).toMatchObject({ localId: '00123', firstName: 'Ada' })
  })
})

const adaCells = ['Ada', 'Marlow', '2011-05-17']
const beaCells = ['Bea', 'Whitby', '2010-04-03']

function cells(texts: readonly string[], line: number): string {
  return texts
    .map((text, at) =>
      text === '' ? '' : `<c r="${String.fromCharCode(65 + at)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`,
    )
    .join('')
}

function row(line: number, texts: readonly string[], attributes = ''): string {
  return `<row r="${line}" ${attributes}>${cells(texts, line)}</row>`
}

interface Sheet {
  name: string
  rows: string
  after?: string
  state?: string
}

/** A workbook as Excel packs it. Its second style shows five digits. */
function workbook(sheets: readonly Sheet[]): Buffer {
  const named = sheets.map(
    ({ name, state = 'visible' }, at) => `<sheet name="${name}" state="${state}" r:id="r${at}"/>`,
  )
  const targets = sheets.map((_, at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`)
  const parts: [string, string][] = [
    ['xl/workbook.xml', `<workbook><sheets>${named.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${targets.join('')}</Relationships>`],
    [
      'xl/styles.xml',
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="200"/></cellXfs></styleSheet>',
    ],
    ...sheets.map(({ rows, after = '' }, at): [string, string] => [
      `xl/worksheets/sheet${at}.xml`,
      `<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ]),
  ]
  return Buffer.from(zipSync(Object.fromEntries(parts.map(([name, part]) => [name, strToU8(part)]))))
}
