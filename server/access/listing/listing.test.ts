import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { listQuery } from '../../../contract/listing.ts'
import { sortedList, type KeyColumn } from './listing.ts'

interface Row {
  email: string
}
const email: KeyColumn<Row> = { column: sql.ref('email'), type: 'text', valueOf: (row) => row.email }
const boxList = listQuery({ filters: {}, sorts: ['email', '-email', '-sent_at'], default: 'email' })
type Boxes = typeof boxList

it('a list does not compile when a sort has no columns, or when it has columns for an unknown sort', () => {
  // @ts-expect-error -- sent_at has no columns
  const without = sortedList<Boxes, Row>({ email: [email] })
  // @ts-expect-error -- sent_at has an empty list of columns
  sortedList<Boxes, Row>({ email: [email], sent_at: [] })
  // @ts-expect-error -- the list is not sorted by colour
  sortedList<Boxes, Row>({ email: [email], sent_at: [email], colour: [email] })
  // @ts-expect-error -- a row has no name for a cursor to keep
  sortedList<Boxes, Row>({ email: [email], sent_at: [{ ...email, valueOf: (row) => row.name }] })
  // @ts-expect-error -- the list is not sorted by colour
  expect(() => without.page({ sort: 'colour', per_page: 5 })).toThrow(TypeError)
})
