import { inTurn } from '../platform/in-turn.ts'
import type { Door } from './door/door.ts'

/**
 * Does the steps of a round in the tenants that have something to do, as `inTurn` says, or in every tenant if that cannot
 * be asked. Where tenants are spread over servers it cannot while one of these is away. The round then fails in the
 * tenants of that server alone. Returns what failed.
 */
export async function inDueTenants(
  door: Door,
  due: Promise<string[]>,
  step: (tenantId: string) => Promise<{ isMore: boolean }>,
  isOver: () => boolean,
): Promise<Error | undefined> {
  let unasked: Error | undefined
  const tenants = await due.catch(async (cause: unknown) => {
    unasked = new Error('Nobody could say which tenants are due, so every tenant was visited', { cause })
    return await door.everyTenant()
  })
  const { failed } = await inTurn(tenants, step, isOver)
  return failed ?? unasked
}
