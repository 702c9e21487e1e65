import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { listQuery, placeFilter, searchFilter } from '../../contract/listing.ts'
import { addressOf } from './list-address.ts'

const organisation = '01890000-0000-7000-8000-000000000001'

const boxList = listQuery({
  filters: {
    ...placeFilter,
    ...searchFilter,
    colour: z.optional(z.enum(['red', 'blue'])),
    state: z._default(z.enum(['open', 'closed']), 'open'),
  },
  sorts: ['-sent_at', 'sent_at', 'name'],
  default: '-sent_at',
})
const boxes = addressOf(boxList)

test('an address holds the filters of the contract, with ids named without their ending', () => {
  const address = {
    organisation,
    colour: 'red',
    state: 'closed',
    search: 'x',
    sort: 'name',
    perPage: 25,
    cursor: 'a_-9',
  }
  expect(boxes.read(address)).toEqual(address)
})

test('values that the contract refuses or does not know are left out', () => {
  const wrong = {
    organisation: 'x',
    colour: 'green',
    state: 3,
    sort: 'colour',
    perPage: 7,
    cursor: '../etc',
    size: 'big',
  }
  expect(boxes.read(wrong)).toEqual({})
})

test('values at their default are left out, after a change too', () => {
  expect(boxes.read({ state: 'open', sort: '-sent_at' })).toEqual({})
  expect(boxes.change({ state: 'closed', sort: 'name' }, { state: 'open', sort: '-sent_at' })).toEqual({})
})

test('a cursor of the greatest length that the contract allows is kept whole', () => {
  const cursor = 'a'.repeat(500)
  expect(boxes.read({ cursor })).toEqual({ cursor })
  expect(boxes.read({ cursor: `${cursor}a` })).toEqual({})
})

test('a change starts at the first page, and turning the page keeps the rest', () => {
  expect(boxes.change({ colour: 'red', cursor: 'abc' }, { colour: 'blue' })).toEqual({ colour: 'blue' })
  expect(boxes.change({ colour: 'red', cursor: 'abc' }, { cursor: 'def' })).toEqual({
    colour: 'red',
    cursor: 'def',
  })
})

test('the server is asked in the words of the contract', () => {
  expect(boxes.page({ organisation, colour: 'red', cursor: 'abc' })).toEqual({
    organisation_id: organisation,
    colour: 'red',
    sort: '-sent_at',
    per_page: '5',
    cursor: 'abc',
  })
  expect(boxes.whole({ sort: 'name', perPage: 10, cursor: 'abc' })).toEqual({ sort: 'name' })
})

test('an address does not compile with a sort or a filter that its list has not', () => {
  // @ts-expect-error -- there is no such sort
  boxes.sortOf({ sort: 'size' })
  // @ts-expect-error -- there is no such filter
  expect(boxes.page({ size: 'big' })).toEqual({ sort: '-sent_at', per_page: '5' })
})
