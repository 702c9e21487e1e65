import { describe, expect, test } from 'vitest'
import { newTestRecord } from '../test-records/new-test-record.ts'
import { instantOf, instantsOf } from './dates.ts'

describe('the first and the last day that ISO 8601 can write', () => {
  test.each(['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])('have an instant in %s', (zone) => {
    expect(instantOf('9999-12-31', '12:00', zone)).toBeInstanceOf(Date)
    expect(instantOf('0001-01-01', '12:00', zone)).toBeInstanceOf(Date)
  })
})

test('the offset tells which of two equal local times is meant', () => {
  const at = (offset?: number) => instantOf('2026-10-25', '01:30', 'Europe/London', offset)?.toISOString()
  expect([at(), at(60), at(0), at(-300)]).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
  ])
  expect(instantsOf('2026-10-25', '02:30', 'Europe/London')).toHaveLength(1)
  expect(instantsOf('2026-03-29', '01:30', 'Europe/London')).toEqual([])
})

test('a test cannot have been performed on the last of all days', () => {
  const id = '0190a000-0000-7fff-8000-00000000000a'
  const { error } = newTestRecord.safeParse({
    organisationId: id,
    groupId: id,
    subjectId: id,
    assayId: id,
    analyteResults: [{ analyteId: 'line', result: 'negative' }],
    performedDate: '9999-12-31',
    performedTime: '23:59',
    performedZone: 'Pacific/Pago_Pago',
  })
  expect(error?.issues).toMatchObject([{ path: ['performedTime'], params: { phrase: 'timeInFuture' } }])
})
