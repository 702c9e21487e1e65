import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { strToU8, zipSync, type Zippable } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { importAnswers, proposedAnswers } from '../../../contract/imports/answers.ts'
import type { CellProblemCode } from '../../../contract/imports/problems.ts'
import { sheetEnd, sheetRow, sheetStart, workbookParts, type WorkbookColumn } from '../../../contract/rules/workbook.ts'
import { detailKinds } from '../../../contract/subjects/detail-kinds.ts'
import { processesOf } from '../../../tests/programs/child-processes.ts'
import { readFileApart } from './read-apart.ts'
import { readFile } from './read-file.ts'
import type { ReadMessage, ReadSettings, RowMessage } from './read-messages.ts'

const settings: ReadSettings = {
  answers: null,
  words: [],
  zone: 'America/New_York',
  keeps: { details: detailKinds, countries: ['US'] },
  now: new Date('2026-11-26T12:00:00Z'),
}

const headers = 'last_name,first_name,date_of_birth,race,state,zip_code,phone_number,phone_number_type,email'
const jo = 'Green,Jo,2/28/1984,White,MA,02108,410-867-5309,Mobile,jo@example.org'
const roster = `${headers}\n${jo}\n`

describe('a file that nobody should send is refused with the reason', () => {
  it.each<[what: string, make: () => Buffer, problem: object]>([
    ['an empty file', () => Buffer.alloc(0), { code: 'empty' }],
    ['headers without rows', () => Buffer.from(`${headers}\n`), { code: 'empty' }],
    [
      'a picture named .csv',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(9000)]),
      { code: 'notATable' },
    ],
    ['a program', () => randomBytes(100_000), { code: 'notATable' }],
    [
      'a page of a browser',
      () => Buffer.from('<!doctype html><table><tr><td>last_name</td></tr></table>'),
      { code: 'notATable' },
    ],
    ['50 MB of zeros', () => Buffer.alloc(50 * 2 ** 20), { code: 'notATable' }],
    [
      'a workbook with a password',
      () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex'),
      { code: 'encrypted' },
    ],
    [
      'a cell of 50 MB',
      () => Buffer.from(`${headers}\n${'a'.repeat(50 * 2 ** 20)},${jo}\n`),
      { code: 'cellTooLong', value: 2 },
    ],
    [
      'a quote that is never closed',
      () => Buffer.from(`${headers}\n${jo}\n"Green,Jo\n${`${jo}\n`.repeat(30)}`),
      { code: 'cellTooLong', value: 3 },
    ],
    [
      '12,000 columns',
      () => Buffer.from(`${Array.from({ length: 12_000 }, (_, n) => `c${n}`).join()}\n${jo}\n`),
      { code: 'tooManyColumns', value: 500 },
    ],
    ['100,001 rows', () => Buffer.from('a,b\n'.repeat(100_002)), { code: 'tooManyRows', value: 100_000 }],
    ...[
      ['a workbook of Excel in its binary form', 'xl/workbook.bin', 'Excel, .xlsb'],
      ['a table of Numbers', 'Index/Document.iwa', 'Numbers, Pages or Keynote'],
      ['a letter of Word', 'word/document.xml', 'Word, .docx'],
      ['a spreadsheet of LibreOffice', 'content.xml', 'OpenDocument, .ods or .odt'],
    ].map(([what = '', entry = '', value]): [string, () => Buffer, object] => [
      what,
      () => packed({ [entry]: strToU8('x'), 'other.xml': strToU8('x') }),
      { code: 'otherProgram', value },
    ]),
    [
      'an archive in an archive',
      () => packed({ 'a.zip': packed({ 'a.csv': strToU8(roster) }) }),
      { code: 'packedTwice' },
    ],
    [
      'an archive of two files',
      () => packed({ 'a.csv': strToU8(roster), 'b.csv': strToU8(roster) }),
      { code: 'severalFiles' },
    ],
    [
      'an archive that ends in the middle',
      () => packed({ 'a.csv': randomText(200_000) }).subarray(0, 100_000),
      { code: 'damaged' },
    ],
    [
      'an archive that declares 10 GB',
      () => declaring(packed({ 'a.csv': strToU8(roster) }), 10 * 2 ** 30 - 1),
      { code: 'tooLarge' },
    ],
    [
      'an archive that declares less than it holds',
      () => declaring(packed({ 'a.csv': new Uint8Array(2 ** 20).fill(97) }), 20),
      { code: 'damaged' },
    ],
    ['entities that expand', () => workbook({ 'xl/sharedStrings.xml': strToU8(laughs) }), { code: 'damaged' }],
    [
      'a workbook with a sheet that is no XML',
      () => workbook({ 'xl/worksheets/sheet1.xml': randomText(9000) }),
      { code: 'damaged' },
    ],
    [
      'a workbook with a cell in column 12,000',
      () => workbook({ 'xl/worksheets/sheet1.xml': sheetWith('<row r="1"><c r="QSN1"><v>1</v></c></row>') }),
      { code: 'tooManyColumns', value: 500 },
    ],
    [
      'a workbook with a cell in row 1,048,576',
      () => workbook({ 'xl/worksheets/sheet1.xml': sheetWith('<row r="1048576"><c r="A1048576"><v>1</v></c></row>') }),
      { code: 'tooManyRows', value: 100_000 },
    ],
    ...['x', '0', '-3', '2.5', '1'].map((line): [string, () => Buffer, object] => [
      `a workbook with ${line} as the number of its second row`,
      () => workbook({ 'xl/worksheets/sheet1.xml': sheetWith(rowXml(1, ['a', 'b']) + rowXml(line, ['c', 'd'])) }),
      { code: 'damaged' },
    ]),
    ['a row of long cells', () => repeating({ rows: 2, cells: 40 }), { code: 'tooLarge' }],
    ['a text that is repeated in each row', () => repeating({ rows: 300, cells: 30 }), { code: 'tooLarge' }],
    [
      'a header of 2,000 characters',
      () => Buffer.from(`${headers},${'a'.repeat(2000)}\n${jo},b\n`),
      { code: 'cellTooLong', value: 1 },
    ],
  ])('%s', async (_, make, problem) => {
    const messages = await read(make())
    expect(messages.at(-1)).toEqual({ kind: 'refused', problem })
  })

  it('and so is one that takes too much memory or time', async () => {
    const small = { processorSeconds: 60, memory: 20, heap: 32, patience: 120_000 }
    const large = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(45 * 2 ** 20)])
    expect((await readApart(large, small)).at(-1)).toEqual({ kind: 'refused', problem: { code: 'tooHeavy' } })
    expect((await readApart(large)).at(-1)).toEqual({ kind: 'refused', problem: { code: 'damaged' } })
    const many = Buffer.from(`${headers}\n${`${jo}\n`.repeat(99_000)}`)
    const brief = { processorSeconds: 1, memory: 700, heap: 512, patience: 120_000 }
    expect((await readApart(many, brief)).at(-1)).toEqual({ kind: 'refused', problem: { code: 'tooHeavy' } })
  })
})

it.each([
  ['one format of a million brackets', 1, '['.repeat(1_000_000)],
  ['one format of a million quotations', 1, '"'.repeat(999_999)],
  ['20,000 formats of the longest length', 20_000, '['.repeat(255)],
])(
  'a workbook with %s is read as any other',
  async (_, formats, code) => {
    const codes = Array.from(
      { length: formats },
      (_format, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    const styles = Array.from({ length: formats }, (_style, at) => `<xf numFmtId="${200 + at}"/>`)
    const hostile = workbook({
      'xl/styles.xml': strToU8(
        `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
      ),
      'xl/worksheets/sheet1.xml': sheetWith(
        `${rowXml(1, headers.split(','))}<row r="2">${jo
          .split(',')
          .map((cell) => `<c t="inlineStr" s="0"><is><t>${cell}</t></is></c>`)
          .join('')}</row>`,
      ),
    })
    const before = process.cpuUsage()
    const [found] = rowsIn(await read(hostile))
    const { user } = process.cpuUsage(before)
    expect(found).toMatchObject({ problems: [], person: { firstName: 'Jo' } })
    // Quadratic work takes over a minute of the processor here, and linear work less than a second.
    expect(user / 1e6).toBeLessThan(20)
  },
  300_000,
)

describe('a cell that cannot be right is named at its place', () => {
  it.each<[what: string, row: string, column: number | null, code: CellProblemCode]>([
    ['31 February', jo.replace('2/28/1984', '2/31/1984'), 2, 'date'],
    ['a day of the future', jo.replace('2/28/1984', '2/28/2040'), 2, 'dateInFuture'],
    ['a day of 1890', jo.replace('2/28/1984', '2/28/1890'), 2, 'dateTooOld'],
    ['a name that is missing', jo.replace('Jo,', ','), 1, 'oneName'],
    ['a formula', jo.replace('Jo,', '=1+1,'), 1, 'formula'],
    ['a formula in quotes', jo.replace('Jo,', '"=HYPERLINK(""x"")",'), 1, 'formula'],
    ['a NUL', jo.replace('Jo,', 'J\0o,'), 1, 'hiddenCharacters'],
    ['a byte that is no UTF-8', jo.replace('Jo,', 'J\ufffdo,'), 1, 'hiddenCharacters'],
    ['a name of 101 letters', jo.replace('Jo,', `${'J'.repeat(101)},`), 1, 'tooLong'],
    ['an unknown word', jo.replace('White', 'Green'), 3, 'choice'],
    ['a telephone number of letters', jo.replace('410-867-5309', 'call me'), 6, 'phone'],
    ['an email without a domain', jo.replace('@example.org', ''), 8, 'email'],
    ['a cell too few', jo.replace(',jo@example.org', ''), null, 'tooFewCells'],
    ['a cell too many', `${jo},x`, null, 'tooManyCells'],
  ])('%s', async (_, row, column, code) => {
    const [found] = rowsIn(await read(Buffer.from(`${headers}\n${row}\n`)))
    expect(found?.problems.map((problem) => [problem.column, problem.code])).toEqual([[column, code]])
  })

  it('a name of 100 characters that are two units of UTF-16 each is no longer than a form allows', async () => {
    const [found] = rowsIn(await read(Buffer.from(`${headers}\n${jo.replace('Jo,', `${'𝒥'.repeat(100)},`)}\n`)))
    expect(found?.problems).toEqual([])
  })

  it('a facility of 201 letters', async () => {
    const answers = {
      ...proposedAnswers('by-hand', 'UTC'),
      columns: ['lastName', 'firstName', 'dateOfBirth', 'facilities'],
    }
    const file = Buffer.from(`a,b,c,d\nGreen,Jo,2/28/1984,North;${'a'.repeat(201)}\n`)
    const [row] = rowsIn(
      await readAll(readFile(Readable.from([file]), { ...settings, answers: importAnswers.parse(answers) })),
    )
    expect(row?.problems).toEqual([{ column: 3, code: 'tooLong', value: 200 }])
  })

  it('a lone surrogate of UTF-16', async () => {
    const [found] = rowsIn(await read(Buffer.from(`\ufeff${headers}\n${jo.replace('Jo', 'J\ud800o')}\n`, 'utf16le')))
    expect(found?.problems).toEqual([{ column: 1, code: 'hiddenCharacters' }])
  })

  it('a formula of a workbook, whatever value it shows', async () => {
    const sheet = sheetWith(
      `${rowXml(1, headers.split(','))}<row r="2"><c r="A2" t="inlineStr"><is><t>Green</t></is></c><c r="B2" t="str"><f>"J"&amp;"o"</f><v>Jo</v></c><c r="C2" t="inlineStr"><is><t>2/28/1984</t></is></c></row>`,
    )
    const [found] = rowsIn(await read(workbook({ 'xl/worksheets/sheet1.xml': sheet })))
    expect(found?.problems).toEqual([{ column: 1, code: 'formula' }])
    expect(found?.cells[1]).toBeNull()
  })
})

describe('a file is read however it was saved', () => {
  const accented = roster.replace('Jo,', 'José,').replace('Green', 'Müller')
  it.each<[how: string, make: () => Buffer]>([
    ['UTF-8', () => Buffer.from(accented)],
    ['UTF-8 with a mark', () => Buffer.from(`\ufeff${accented}`)],
    ['UTF-16, little end first', () => Buffer.from(`\ufeff${accented}`, 'utf16le')],
    ['UTF-16 without a mark', () => Buffer.from(accented, 'utf16le')],
    ['UTF-16, big end first', () => Buffer.from(`\ufeff${accented}`, 'utf16le').swap16()],
    ['Windows-1252', () => Buffer.from(accented, 'latin1')],
    [
      'the letters of an old Macintosh',
      () => Buffer.from(accented.replace('é', '\u008e').replace('ü', '\u009f'), 'latin1'),
    ],
    ['a line that names the separator', () => Buffer.from(`sep=;\r\n${accented.replaceAll(',', ';')}`)],
    ['strokes', () => Buffer.from(accented.replaceAll(',', '|'))],
    ['rows of blanks', () => Buffer.from(accented.replaceAll('\n', '\n  ,\t, \u00a0,,,,,,\n'))],
    ['CRLF', () => Buffer.from(accented.replaceAll('\n', '\r\n'))],
    ['CR alone', () => Buffer.from(accented.replaceAll('\n', '\r'))],
    ['semicolons', () => Buffer.from(accented.replaceAll(',', ';'))],
    ['tabs', () => Buffer.from(accented.replaceAll(',', '\t'))],
    ['blank lines', () => Buffer.from(accented.replaceAll('\n', '\n\n'))],
    ['an archive', () => packed({ 'people/roster.csv': strToU8(accented), '__MACOSX/._roster.csv': strToU8('x') })],
    ['a workbook', () => ownWorkbook(accented)],
    ['a workbook in an archive', () => packed({ 'roster.xlsx': ownWorkbook(accented) })],
  ])('%s', async (_, make) => {
    const [found, ...others] = rowsIn(await read(make()))
    expect(found).toMatchObject({
      problems: [],
      person: { firstName: 'José', lastName: 'Müller', dateOfBirth: '1984-02-28', address: { postcode: '02108' } },
    })
    expect(others).toEqual([])
  })

  it('accented letters that begin after 64 kB are of the encoding of the whole', async () => {
    const plain = `${jo}\n`.repeat(2000)
    for (const encoding of ['utf8', 'latin1'] as const) {
      const rows = rowsIn(await read(Buffer.from(`${headers}\n${plain}${jo.replace('Jo', 'José')}\n`, encoding)))
      expect(rows.at(-1)).toMatchObject({ line: 2002, problems: [], person: { firstName: 'José' } })
    }
  })

  it('quotes that are not escaped', async () => {
    const [found] = rowsIn(await read(Buffer.from(roster.replace('Jo,', 'Jo "the" Joe,'))))
    expect(found).toMatchObject({ problems: [], person: { firstName: 'Jo "the" Joe' } })
  })
})

it('the program that reads answers alike, also for a file that it does not read to its end', async () => {
  expect(await readApart(Buffer.from(roster))).toEqual(JSON.parse(JSON.stringify(await read(Buffer.from(roster)))))
  expect(await readApart(Buffer.alloc(50 * 2 ** 20))).toEqual([{ kind: 'refused', problem: { code: 'notATable' } }])
})

it('a receiver that stops ends the program', async () => {
  // The program has more to say than fits between the two, and waits for its receiver.
  const many = Buffer.from(`${headers}\n${`${jo}\n`.repeat(20_000)}`)
  const messages = readFileApart(Readable.from(chunksOf(many)), settings)
  expect((await messages.next()).value).toMatchObject({ kind: 'head', layout: 'by-hand' })
  expect(await processesOf('read-program')).toHaveLength(1)
  await messages.return(undefined)
  await expect.poll(() => processesOf('read-program'), { timeout: 10_000 }).toEqual([])
})

it('a machine that cannot start the program goes on, and does not refuse the file', async () => {
  vi.stubEnv('PATH', '/nowhere')
  try {
    await expect(readApart(Buffer.from(roster))).rejects.toThrow('ENOENT')
  } finally {
    vi.unstubAllEnvs()
  }
})

it('a place of the file that fails is no refusal of the file', async () => {
  const failing = new Readable({ read: () => undefined })
  failing.push(Buffer.from(roster))
  const reading = readAll(readFileApart(failing, settings))
  failing.destroy(new Error('The bucket is away'))
  await expect(reading).rejects.toThrow('The bucket is away')
})

async function read(file: Buffer): Promise<ReadMessage[]> {
  return readAll(readFile(Readable.from(chunksOf(file)), settings))
}

/** Reads a file in a process of its own, which takes a moment to start. */
async function readApart(file: Buffer, bounds?: Parameters<typeof readFileApart>[2]): Promise<ReadMessage[]> {
  return readAll(readFileApart(Readable.from(chunksOf(file)), settings, bounds))
}

async function readAll(messages: AsyncIterable<ReadMessage>): Promise<ReadMessage[]> {
  const read: ReadMessage[] = []
  for await (const message of messages) read.push(message)
  return read
}

function* chunksOf(file: Buffer): Generator<Buffer> {
  for (let at = 0; at < file.length; at += 64 * 1024) yield file.subarray(at, at + 64 * 1024)
}

function rowsIn(messages: readonly ReadMessage[]): RowMessage[] {
  expect(messages.at(-1)?.kind).toBe('end')
  return messages.filter((message) => message.kind === 'row')
}

function packed(files: Zippable): Buffer {
  return Buffer.from(zipSync(files, { level: 1 }))
}

function randomText(length: number): Uint8Array {
  return randomBytes(length).map((byte) => 97 + (byte % 26))
}

/** Changes the size that the directory of an archive of one file declares, as large as four bytes can say. */
function declaring(archive: Buffer, size: number): Buffer {
  const directory = archive.indexOf('PK\u0001\u0002')
  archive.writeUInt32LE(Math.min(size, 2 ** 32 - 2), directory + 24)
  return archive
}

const laughs = `<?xml version="1.0"?><!DOCTYPE sst [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>`

const columns: WorkbookColumn[] = headers
  .split(',')
  .map((title) => ({ title, kind: title === 'date_of_birth' ? 'day' : 'text' }))

function workbook(parts: Zippable): Buffer {
  const usual = workbookParts(['Sheet'], { day: 'DD/MM/YYYY', time: 'DD/MM/YYYY HH:mm' })
  const sheet = sheetStart(columns) + sheetEnd
  return packed({
    ...Object.fromEntries(Object.entries(usual).map(([name, part]) => [name, strToU8(part)])),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...parts,
  })
}

/** The roster as a workbook, with its date of birth as a day. */
function ownWorkbook(csv: string): Buffer {
  const rows = csv.trim().split('\n').slice(1)
  const cells = rows.map((row) => row.split(',').map((cell) => (cell === '2/28/1984' ? '1984-02-28' : cell)))
  const sheet = sheetStart(columns) + cells.map((row, at) => sheetRow(row, columns, at + 2)).join('') + sheetEnd
  return workbook({ 'xl/worksheets/sheet1.xml': strToU8(sheet) })
}

function sheetWith(rows: string): Uint8Array {
  return strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)
}

/** A small workbook, each of whose cells below the headers is the same text of 30,000 characters. */
function repeating({ rows, cells }: { rows: number; cells: number }): Buffer {
  const shared = (line: number) => `<row r="${line}">${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`
  const below = Array.from({ length: rows }, (_, at) => shared(at + 2)).join('')
  const titles = Array.from({ length: cells }, (_, at) => `c${at}`)
  return workbook({
    'xl/sharedStrings.xml': strToU8(`<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`),
    'xl/worksheets/sheet1.xml': sheetWith(rowXml(1, titles) + below),
  })
}

function rowXml(line: number | string, cells: readonly string[]): string {
  return `<row r="${line}">${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
}
