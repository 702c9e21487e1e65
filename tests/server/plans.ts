import { v4 as newId } from 'uuid'
import { vi } from 'vitest'
import type { UserType } from '../../contract/permissions/permissions.ts'
import type { ActorScope } from '../../server/access/scope.ts'
import type { TestApp } from './test-app.ts'
import { userIdOf } from './tenants.ts'

interface Asked<T> {
  result: T
  /** Its statements. */
  texts: string[]
  /** The plan of each statement, as PostgreSQL writes it. */
  plans: string[]
}

/**
 * Runs work as a user and returns its result with the plans of its statements. `explain` may also ask for execution
 * figures.
 */
export async function plansOf<T>(
  test: TestApp,
  userType: UserType,
  work: (scope: ActorScope) => Promise<T>,
  explain: 'explain' | 'explain (analyze, costs off, timing off)' = 'explain',
): Promise<Asked<T>> {
  const visit = { host: test.ours.host, sessionTokenHash: null, acceptLanguage: undefined, requestId: newId() }
  return test.door.enter(visit, async (scope, client) => {
    const asked = vi.spyOn(client, 'query')
    const actor: object = {
      id: userIdOf(userType),
      userType,
      permissions: ['view-tests'],
      organisationId: null,
      groupIds: [],
    }
    const result = await work({ ...scope, actor } as ActorScope)
    const statements = asked.mock.calls.map(([sent]) => sent as unknown as { text: string; values: unknown[] })
    asked.mockRestore()
    const plans: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`${explain} ${text}`, values)
      plans.push(rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n'))
    }
    return { result, texts: statements.map(({ text }) => text), plans }
  })
}
