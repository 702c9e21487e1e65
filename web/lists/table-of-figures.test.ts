import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { harmless } from '../../contract/rules/csv.ts'
import { csvOf } from './table-of-figures.ts'

test.each([
  '"',
  'a "b" c',
  'a, b',
  'a; b',
  'a\nb',
  'a\rb',
  'a\r\nb',
  '=1+1',
  '＝1',
  '+1',
  '-1',
  '@x',
  '\t=1',
  'one, =1',
])(
  'the text %j stays in its column of a file of figures, guarded against spreadsheets, and numbers stay numbers',
  (text) => {
    const csv = csvOf({
      caption: 'Tests by lot',
      columns: [
        { title: text, isNumber: false },
        { title: 'Change', isNumber: true },
        { title: 'Kit', isNumber: false },
      ],
      rows: [{ key: 'one', cells: [text, -5, 'Duo'].map((value) => ({ text: String(value), value })) }],
    })
    expect(parse(csv, { bom: true, record_delimiter: '\r\n' })).toEqual([
      [harmless(text), 'Change', 'Kit'],
      [harmless(text), '-5', 'Duo'],
    ])
  },
)
