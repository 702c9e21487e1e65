import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { endpoint } from '../../../contract/endpoint.ts'
import { startTestApp } from '../../../tests/server/test-app.ts'
import { auditRow, recordDoneToAll } from './audit.ts'
import type { Scope } from '../scope.ts'

it('what was done to several rows is an event of each, whether they are none, one or more', async () => {
  const test = await startTestApp()
  try {
    for (const count of [0, 1, 3]) {
      const ids = Array.from({ length: count }, () => randomUUID()).toSorted()
      await test.door.enterTenant(test.ours.id, randomUUID(), (scope) => recordDoneToAll(scope, 'group.created', ids))
      const events = await test.query<{ resource_id: string }>(
        test.ours,
        `select resource_id from audit_events where action = 'group.created' and resource_id = any($1) order by 1`,
        [ids],
      )
      expect(events.map(({ resource_id }) => resource_id)).toEqual(ids)
    }
  } finally {
    await test.close()
  }
})

it('an action that the contract does not list does not compile, in an event or in an endpoint', () => {
  const scope = { tenant: { id: '' }, actor: null, requestId: '' } as Partial<Scope> as Scope
  // @ts-expect-error -- nobody is said to be promoted
  expect(auditRow(scope, { action: 'user.promoted' }).action).toBe('user.promoted')
  const declared = { summary: '', requires: 'anyone', replies: {} } as const
  // @ts-expect-error -- nobody is said to be promoted
  expect(endpoint('promoteUser', 'PUT /', { ...declared, audit: 'user.promoted' }).audit).toBe('user.promoted')
})
