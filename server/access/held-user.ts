import type { Scope } from './scope.ts'

/**
 * Keeps a user from being erased until the transaction ends; false when they were erased. Whatever names a person is
 * written after this, so that nothing of them is written behind an erasure that runs at the same time. It waits for
 * nothing else: of what changes a user, only erasure and a verified change of email touch a key.
 */
export async function holdUser(scope: Scope, userId: string): Promise<boolean> {
  const held = await scope.db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('status', '!=', 'deleted')
    .select('id')
    .forKeyShare()
    .executeTakeFirst()
  return held !== undefined
}
