import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { ColumnField } from '../../contract/notifications/columns.ts'
import { harmless } from '../../contract/rules/csv.ts'
import { hostileCells } from '../../tests/server/hostile-values.ts'
import { reportedTest } from '../../tests/server/reported-tests.ts'
import { csvOf } from './csv-file.ts'

const columns = (...fields: ColumnField[]) => fields.map((field) => ({ header: field, field }))
const rowsOf = (csv: string) => csv.trimEnd().split('\r\n').slice(1)

it('a removal says that it is one, in the column of the kind or, without that, in place of the result', () => {
  const tests = [
    reportedTest({ testId: 'CW-1' }),
    reportedTest({ testId: 'CW-2', kind: 'correction' }),
    reportedTest({ testId: 'CW-3', kind: 'removal' }),
  ]
  expect(rowsOf(csvOf(tests, columns('testId', 'kind', 'result')))).toEqual([
    'CW-1,Result,positive',
    'CW-2,Correction,positive',
    'CW-3,Removal,positive',
  ])
  expect(rowsOf(csvOf(tests, columns('testId', 'result', 'resultCode')))).toEqual([
    'CW-1,positive,260373001',
    'CW-2,positive,260373001',
    'CW-3,removed,',
  ])
})

describe.each(hostileCells)('the cell %j', (text) => {
  const row = (csv: string) => parse(csv, { record_delimiter: '\r\n' })[1]

  it('stays in its column, guarded against spreadsheets', () => {
    const test = reportedTest({ testId: 'CW-1', lot: text })
    expect(row(csvOf([test], columns('testId', 'lot', 'result')))).toEqual(['CW-1', harmless(text), 'positive'])
  })

  it('stays in its column as a header', () => {
    const [header] = parse(csvOf([reportedTest()], [{ header: text, field: 'lot' }, ...columns('result')]))
    expect(header).toEqual([harmless(text), 'result'])
  })
})

it('writes the NPI of who orders tests, never that of the organisation beside their name, and that where nobody is named', () => {
  const { group, organisation } = reportedTest()
  const npiBeside = (provider: typeof group.provider) => {
    const test = reportedTest({
      testId: 'CW-1',
      group: { ...group, provider },
      organisation: { ...organisation, npi: '1992753204' },
    })
    return rowsOf(csvOf([test], columns('npi', 'testId')))
  }
  expect(npiBeside(group.provider)).toEqual(['1234567893,CW-1'])
  expect(npiBeside(group.provider && { ...group.provider, npi: null })).toEqual([',CW-1'])
  expect(npiBeside(null)).toEqual(['1992753204,CW-1'])
})

it('writes a telephone with its plus, and only a telephone', () => {
  const numbered = (number: string) => {
    const { person } = reportedTest()
    const telephones = [{ number, type: 'mobile' as const, texts: true }]
    return rowsOf(
      csvOf(
        [reportedTest({ person: { ...person, details: { ...person.details, telephones } } })],
        columns('telephone'),
      ),
    )
  }
  expect(numbered('+1 608 555 0142')).toEqual(['+1 608 555 0142'])
  expect(numbered('+1*2')).toEqual(["'+1*2"])
  expect(numbered('-1 608')).toEqual(["'-1 608"])
})
