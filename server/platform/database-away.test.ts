import { expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'

const failed = (code: string, message: string) => isDatabaseAway(Object.assign(new Error(message), { code }))

test.each([
  'could not commit transaction for shard 102057 on at least one active node',
  'failure on connection marked as essential: db1.internal:5432',
  'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n\tbefore or while processing the request.',
  'no connection to the server',
])('a database whose server of a tenant is lost is away: %s', (message) => {
  expect(failed('XX000', message)).toBe(true)
})

test.each([
  ['XX000', 'cache lookup failed for relation 16401'],
  ['XX000', 'tuple concurrently updated'],
  ['XX001', 'invalid page in block 7 of relation base/16384/16401'],
  ['XX002', 'index "test_records_pkey" contains unexpected zero page at block 3'],
  ['P0001', 'could not commit transaction for shard 102057 on at least one active node'],
])('a database that fails by itself is not away: %s, %s', (code, message) => {
  expect(failed(code, message)).toBe(false)
})
