import type { Scope } from '../../access/scope.ts'
import { takeBack } from '../taking-back.ts'
import { markWithdrawn, type Withdrawal } from './repository.ts'
import { changeLater, lockSending, putBack } from './withdrawing-repository.ts'

/**
 * Withdraws a report that is not known to have left: what is in it is to be told by another one, except of people who were
 * erased. Returns false if that is not possible now.
 */
export async function withdrawReport(scope: Scope, id: string, why: Withdrawal): Promise<boolean> {
  if (!(await markWithdrawn(scope, id, why))) return false
  const { taken, siblings } = await lockSending(scope, id)
  for (const item of taken) {
    const plan = takeBack(siblings.get(item.testRecordId) ?? [], item)
    const because = item.isErased ? 'erased' : item.isVoided ? 'voided' : 'corrected'
    await putBack(scope, item.id, plan.isOpen && !item.isErased ? null : because)
    if (plan.later !== undefined) await changeLater(scope, plan.later, because)
  }
  return true
}
