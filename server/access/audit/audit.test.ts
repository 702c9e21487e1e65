import { expect, it } from 'vitest'
import { endpoint } from '../../../contract/endpoint.ts'
import { auditRow } from './audit.ts'
import type { Scope } from '../scope.ts'

it('an action that the contract does not list does not compile, in an event or in an endpoint', () => {
  const scope = { tenant: { id: '' }, actor: null, requestId: '' } as Partial<Scope> as Scope
  // @ts-expect-error -- nobody is said to be promoted
  expect(auditRow(scope, { action: 'user.promoted' }).action).toBe('user.promoted')
  const declared = { summary: '', requires: 'anyone', replies: {} } as const
  // @ts-expect-error -- nobody is said to be promoted
  expect(endpoint('promoteUser', 'PUT /', { ...declared, audit: 'user.promoted' }).audit).toBe('user.promoted')
})
