import type { Reply } from '../../contract/endpoint.ts'
import type { reopenNotifications as endpoint } from '../../contract/notifications/items.ts'
import { recordDoneToAll } from '../access/audit/audit.ts'
import type { ActorScope } from '../access/scope.ts'
import { closeItems, findFollowed, findStanding } from './making-repository.ts'
import { listClosed, openItem } from './reopening-repository.ts'
import { requirePeople } from './service.ts'
import { openAgain } from './taking-back.ts'

/**
 * Opens again what somebody closed of what the actor sees, and tells how many opened and how many had to stay closed. Throws `not-possible` for a
 * tenant of animals.
 */
export async function reopenNotifications(
  scope: ActorScope,
  ids: readonly string[],
): Promise<Reply<typeof endpoint>['data']> {
  requirePeople(scope)
  const closed = await listClosed(scope, ids)
  const recordIds = [...new Set(closed.map(({ recordId }) => recordId))]
  // It locks the items, so that following a record and opening its items come one after the other.
  const standing = await findStanding(scope, recordIds)
  const records = new Map((await findFollowed(scope, recordIds)).map((record) => [record.id, record]))
  const byId = new Map(standing.map((item) => [item.id, item]))
  const opened: string[] = []
  for (const { id, recordId, hasPerson } of closed) {
    const record = records.get(recordId)
    const item = byId.get(id)
    if (record === undefined || item === undefined || !hasPerson) continue
    const siblings = standing.filter((other) => other.recordId === recordId && other.ruleId === item.ruleId)
    const plan = openAgain(record, siblings, item)
    if (plan === undefined || !(await openItem(scope, id, plan))) continue
    await closeItems(
      scope,
      plan.gaveWay.map((earlier) => ({ id: earlier, because: 'corrected' as const })),
    )
    opened.push(id)
  }
  await recordDoneToAll(scope, 'notification.reopened', opened)
  return { opened: opened.length, stays: closed.length - opened.length }
}
