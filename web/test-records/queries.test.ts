import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { testRecordAddress } from './queries.ts'

const organisation = '01890000-0000-7000-8000-000000000001'

describe('the address of the list', () => {
  test('keeps values that it understands', () => {
    const search = {
      range: 'custom',
      from: '2026-03-01',
      to: '2026-03-31',
      result: 'positive,invalid',
      state: 'voided',
      organisation,
      search: 'BRID-7',
      sort: 'test_id',
      perPage: 25,
      cursor: 'abc_-9',
    }
    expect(testRecordAddress.read(search)).toEqual(search)
  })

  test('falls back to the default for values that it does not understand', () => {
    const search = {
      range: 'next-week',
      from: '2026-02-31',
      result: 'maybe',
      state: 'lost',
      organisation: 'x',
      group: { id: 1 },
      search: '   ',
      sort: 'password',
      perPage: 7,
      cursor: '../etc',
    }
    expect(testRecordAddress.read(search)).toEqual({})
  })

  test('reads several results in any order, and the values of older links', () => {
    expect(testRecordAddress.read({ result: 'invalid,positive,invalid' })).toEqual({ result: 'positive,invalid' })
    expect(testRecordAddress.read({ result: 'conclusive' })).toEqual({ result: 'positive,negative' })
    expect(testRecordAddress.read({ result: 'positive' })).toEqual({ result: 'positive' })
    expect(testRecordAddress.read({ result: 'positive,maybe' })).toEqual({})
  })

  test('leaves out defaults, and days without a custom range', () => {
    expect(
      testRecordAddress.read({ range: 'all', state: 'current', sort: '-performed_at', from: '2026-03-01' }),
    ).toEqual({})
  })

  test('reads a number typed as search text', () => {
    expect(testRecordAddress.read({ search: 123 })).toEqual({ search: '123' })
  })

  test('never throws, and its output reads the same again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), fc.anything(), (rest, range, from) => {
        const once = testRecordAddress.read({ ...rest, range, from })
        expect(testRecordAddress.read({ ...once })).toEqual(once)
      }),
    )
  })
})

describe('a change of the list', () => {
  test('starts again at the first page', () => {
    expect(testRecordAddress.change({ cursor: 'abc', perPage: 25 }, { result: 'negative' })).toEqual({
      result: 'negative',
      perPage: 25,
    })
  })

  test('to a preset drops the custom days', () => {
    expect(testRecordAddress.change({ range: 'custom', from: '2026-01-01' }, { range: 'today' })).toEqual({
      range: 'today',
    })
  })

  test('that turns the page keeps every filter', () => {
    expect(testRecordAddress.change({ result: 'positive' }, { cursor: 'def' })).toEqual({
      result: 'positive',
      cursor: 'def',
    })
  })

  test('that clears the filters keeps order and page size', () => {
    const cleared = testRecordAddress.clear({ result: 'positive', sort: 'test_id', perPage: 50, cursor: 'abc' })
    expect(cleared).toEqual({ sort: 'test_id', perPage: 50 })
    expect(testRecordAddress.isNarrowed(cleared)).toBe(false)
    expect(testRecordAddress.isNarrowed({ search: 'x' })).toBe(true)
  })
})

test('the filter of a custom range holds whole days, and nothing that was not chosen', () => {
  const filter = testRecordAddress.whole({ range: 'custom', from: '2026-03-29', to: '2026-03-29', result: 'invalid' })
  expect(new Date(filter.from ?? '')).toEqual(new Date(2026, 2, 29))
  expect(new Date(filter.to ?? '')).toEqual(new Date(new Date(2026, 2, 30).getTime() - 1))
  expect(filter.result).toBe('invalid')
  expect(testRecordAddress.whole({})).toEqual({ sort: '-performed_at' })
})
