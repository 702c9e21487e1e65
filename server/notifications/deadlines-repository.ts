import { sql } from 'kysely'
import type { Language } from '../../contract/locales.ts'
import type { Scope } from '../access/scope.ts'

/** An item of which a mail tells. */
export interface ToldItem {
  id: string
  rule_id: string
  organisation_id: string
  group_id: string
}

/** Lists the items that are to be told of now: their warning or their deadline has come, and their rule was not told of today. */
export async function takeToTell({ db, tenant, now }: Scope, hoursBetween: number): Promise<ToldItem[]> {
  const { rows } = await sql<ToldItem>`
    select n.id, n.rule_id, n.organisation_id, n.group_id from notifications n
    join notification_rules u on u.tenant_id = ${tenant.id} and u.id = n.rule_id
    where n.tenant_id = ${tenant.id} and n.state in ('open', 'sending', 'rejected')
      and ((n.warned_at is null and n.warn_at <= ${now}) or (n.overdue_told_at is null and n.due_at <= ${now}))
      and (u.told_at is null or u.told_at <= ${now}::timestamptz - make_interval(hours => ${hoursBetween}::int))
    order by n.due_at limit 2000`.execute(db)
  return rows
}

/** Finds the users who may tell authorities of one of these items: those who see its record and may export. */
export async function findRecipients(
  { db, tenant }: Scope,
  items: readonly ToldItem[],
): Promise<{ id: string; email: string; lang: Language }[]> {
  const organisations = [...new Set(items.map(({ organisation_id }) => organisation_id))]
  const groups = [...new Set(items.map(({ group_id }) => group_id))]
  const { rows } = await sql<{ id: string; email: string; lang: Language }>`
    select u.id, u.email, u.lang from users u
    join tenant_permissions p on p.tenant_id = ${tenant.id} and p.user_type = u.user_type
    where u.tenant_id = ${tenant.id} and u.status = 'active' and p.permissions @> '{export-tests,view-tests}'
      and (
        u.user_type = 'tenant'
        or (u.user_type in ('organisation', 'provider') and u.organisation_id = any(${organisations}::uuid[]))
        or (u.user_type in ('group', 'clinical') and exists (
          select from user_groups g
          where g.tenant_id = ${tenant.id} and g.user_id = u.id and g.group_id = any(${groups}::uuid[])
        ))
      )
    order by u.id`.execute(db)
  return rows
}

export async function markTold({ db, tenant, now }: Scope, items: readonly ToldItem[]): Promise<void> {
  const ids = items.map(({ id }) => id)
  await sql`
    update notifications set warned_at = coalesce(warned_at, ${now}::timestamptz),
      overdue_told_at = case when due_at <= ${now}::timestamptz then ${now}::timestamptz else overdue_told_at end
    where tenant_id = ${tenant.id} and id = any(${ids}::uuid[])`.execute(db)
  await db
    .updateTable('notification_rules')
    .set({ told_at: now })
    .where('id', 'in', [...new Set(items.map(({ rule_id }) => rule_id))])
    .execute()
}

/** Finds when something is to be told of next; null if nothing waits. */
export async function findNextLook({ db, tenant }: Scope, hoursBetween: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(greatest(
        case when n.warned_at is null then n.warn_at else n.due_at end,
        u.told_at + make_interval(hours => ${hoursBetween}::int)
      )) as at
    from notifications n
    join notification_rules u on u.tenant_id = ${tenant.id} and u.id = n.rule_id
    where n.tenant_id = ${tenant.id} and n.state in ('open', 'sending', 'rejected') and n.overdue_told_at is null`.execute(
    db,
  )
  return rows[0]?.at ?? null
}
