import { randomUUID } from 'node:crypto'
import { inTurn } from '../platform/in-turn.ts'
import type { Door, Due } from './door/door.ts'
import type { Scope } from './scope.ts'

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
    unasked = notAsked(cause)
    return await door.everyTenant()
  })
  const { failed } = await inTurn(tenants, step, isOver)
  return failed ?? unasked
}

/**
 * Returns what is due in all tenants or, if that cannot be asked, what each tenant finds in itself: the first of each, then
 * the next of each. `failed` then says in how many tenants nobody could look.
 */
export async function findDue(
  door: Door,
  ofAll: Promise<Due[]>,
  ofOne: (scope: Scope) => Promise<string[]>,
): Promise<{ due: Due[]; failed: Error | undefined }> {
  let unasked: Error | undefined
  const asked = await ofAll.catch((cause: unknown) => void (unasked = notAsked(cause)))
  if (asked !== undefined) return { due: asked, failed: undefined }
  const byPlace: Due[][] = []
  const { failed } = await inTurn(await door.everyTenant(), async (tenantId) => {
    const ids = await door.enterTenant(tenantId, randomUUID(), ofOne)
    for (const [place, id] of ids.entries()) (byPlace[place] ??= []).push({ tenantId, id })
    return { isMore: false }
  })
  return { due: byPlace.flat(), failed: failed ?? unasked }
}

function notAsked(cause: unknown): Error {
  return new Error('Nobody could say which tenants are due, so every tenant was visited', { cause })
}
