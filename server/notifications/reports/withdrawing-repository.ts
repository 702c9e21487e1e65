import { sql } from 'kysely'
import type { NotificationClosing } from '../../../contract/notifications/items.ts'
import type { Scope } from '../../access/scope.ts'
import { findStanding } from '../making-repository.ts'
import type { StandingItem } from '../matching.ts'
import { namedPerson } from '../repository.ts'
import type { TakenBack } from '../taking-back.ts'

/** An item of a report that has not left. */
interface SendingItem extends StandingItem {
  testRecordId: string
  isErased: boolean
  isVoided: boolean
}

/** Locks what a report that has not left tells, and finds the items of the same rule by the record that they are about. */
export async function lockSending(
  scope: Scope,
  reportId: string,
): Promise<{ taken: SendingItem[]; siblings: ReadonlyMap<string, StandingItem[]> }> {
  const { rows: about } = await sql<{
    id: string
    ruleId: string
    testRecordId: string
    isErased: boolean
    isVoided: boolean
  }>`
    select n.id, n.rule_id as "ruleId", n.test_record_id as "testRecordId", r.state = 'voided' as "isVoided",
      not exists (
        select from subject_identities i where i.tenant_id = ${scope.tenant.id} and i.subject_id = named.id
      ) as "isErased"
    from notifications n
    join test_records r on r.tenant_id = ${scope.tenant.id} and r.id = n.test_record_id
    cross join lateral ${namedPerson(scope)}
    where n.tenant_id = ${scope.tenant.id} and n.report_id = ${reportId}::uuid and n.state = 'sending'
    order by n.id`.execute(scope.db)
  const standing = await findStanding(
    scope,
    about.map(({ testRecordId }) => testRecordId),
  )
  const ofRule = standing.filter(({ ruleId }) => ruleId === about[0]?.ruleId)
  const byId = new Map(ofRule.map((item) => [item.id, item]))
  const taken = about.flatMap((one) => {
    const item = byId.get(one.id)
    return item?.state === 'sending' ? [{ ...item, ...one }] : []
  })
  return { taken, siblings: Map.groupBy(ofRule, ({ recordId }) => recordId) }
}

/** Takes an item out of its report, to be told by another one, or closes it. */
export async function putBack({ db }: Scope, id: string, because: NotificationClosing | null): Promise<void> {
  await db
    .updateTable('notifications')
    .set({
      state: because === null ? 'open' : 'superseded',
      closed_because: because,
      report_id: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}

/** Changes what a later item tells, or closes it. */
export async function changeLater(
  { db }: Scope,
  { id, isOpen, kind, refersTo }: NonNullable<TakenBack['later']>,
  because: NotificationClosing,
): Promise<void> {
  await db
    .updateTable('notifications')
    .set({
      kind,
      refers_to: refersTo,
      ...(!isOpen && { state: 'superseded' as const, closed_because: because }),
      version: sql<number>`version + 1`,
    })
    .where('id', '=', id)
    .execute()
}
