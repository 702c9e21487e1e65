import type { Scope } from '../access/scope.ts'
import { queueMessage } from '../messages/service.ts'
import { setLookAt } from './making-repository.ts'
import { findNextLook, findRecipients, markTold, takeToTell } from './deadlines-repository.ts'

/** Hours between two mails about one rule. */
const hoursBetween = 24

/**
 * Queues mails about items whose time is nearly over or over, each once for either: to those who may tell the authority
 * of one of them, and at most one a day about each rule. The mails name nobody. The caller holds the tenant's place in its chain.
 */
export async function tellOfDeadlines(scope: Scope): Promise<void> {
  const told = await takeToTell(scope, hoursBetween)
  if (told.length > 0) {
    for (const user of await findRecipients(scope, told)) {
      await queueMessage(scope, { template: 'notifications-due', user })
    }
    await markTold(scope, told)
  }
  await setLookAt(scope, await findNextLook(scope, hoursBetween))
}
