import { expect, it } from 'vitest'
import type { ColumnField } from '../../contract/notifications/columns.ts'
import { reportedTest } from '../testing/reported-tests.ts'
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
