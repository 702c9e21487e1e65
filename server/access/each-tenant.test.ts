import { expect, it } from 'vitest'
import type { Door } from './door/door.ts'
import { inDueTenants } from './each-tenant.ts'

// Only the list of tenants is used of the door.
const door = { everyTenant: async () => ['first', 'second'] } as unknown as Door

it('when nobody can say what is due, every tenant has its turn, and that is reported', async () => {
  const turns: string[] = []
  const step = async (tenantId: string) => {
    turns.push(tenantId)
    return { isMore: false }
  }
  const cause = new Error('A server is away')
  const failed = await inDueTenants(door, Promise.reject(cause), step, () => false)
  expect([turns, failed?.cause]).toEqual([['first', 'second'], cause])
  expect(await inDueTenants(door, Promise.resolve(['second']), step, () => false)).toBeUndefined()
  expect(turns).toEqual(['first', 'second', 'second'])
})
