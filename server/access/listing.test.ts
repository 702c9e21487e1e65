import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { orderOf, type KeyColumn } from './keyset.ts'

const email: KeyColumn = { column: sql.ref('email'), type: 'text' }

it('a sort with a sign is the same order turned round', () => {
  const order = (sort: 'email' | '-email') => orderOf(sort, { email: [email] })
  expect(order('email')).toEqual({ name: 'email', columns: [email], descending: false })
  expect(order('-email')).toEqual({ name: 'email', columns: [email], descending: true })
})

it('a list does not compile with a sort that has no columns, or none in them', () => {
  // @ts-expect-error -- sent_at has no columns
  expect(orderOf<'email' | '-sent_at'>('email', { email: [email] }).columns).toEqual([email])
  // @ts-expect-error -- sent_at has an empty list of columns
  expect(orderOf<'email' | '-sent_at'>('email', { email: [email], sent_at: [] }).columns).toEqual([email])
})
