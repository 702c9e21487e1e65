import type { Scope } from '../../access/scope.ts'
import { takeBack } from '../matching.ts'
import { markWithdrawn } from './repository.ts'
import { changeLater, lockSending, putBack } from './withdrawing-repository.ts'

/**
 * Withdraws a report that has not left and whose file is deleted: what is in it is to be told by another one, except of
 * people who were erased. With `lease` only if this process still has it.
 */
export async function withdrawReport(scope: Scope, id: string, lease: string | null = null): Promise<void> {
  if (!(await markWithdrawn(scope, id, lease))) return
  const { taken, siblings } = await lockSending(scope, id)
  for (const item of taken) {
    const plan = takeBack(siblings.get(item.testRecordId) ?? [], item)
    const because = item.isErased ? 'erased' : item.isVoided ? 'voided' : 'corrected'
    await putBack(scope, item.id, plan.isOpen && !item.isErased ? null : because)
    if (plan.later !== undefined) await changeLater(scope, plan.later, because)
  }
}
