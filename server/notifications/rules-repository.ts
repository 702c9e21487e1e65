import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type {
  listNotificationRules,
  listNotificationRuleVersions,
  NotificationRule,
  NotificationRuleForm,
  notificationRuleList,
  notificationRuleVersionList,
} from '../../contract/notifications/rules.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

const content = [
  'v.name',
  'v.authority',
  'v.contact',
  'v.organisation_ids',
  'v.group_ids',
  'v.analytes',
  'v.results',
  'v.within_hours',
  'v.needed',
  'v.format',
  'v.way',
  'v.template',
  'v.on_since',
  'v.since',
] as const

function rules({ db }: Scope) {
  return db
    .selectFrom('notification_rules as u')
    .innerJoin('notification_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'u.id').onRef('v.version', '=', 'u.version'),
    )
    .leftJoin('users as m', (join) => join.onRef('m.id', '=', 'v.made_by').on('m.status', '<>', 'deleted'))
    .select(['u.id', 'u.version', ...content, 'm.full_name as made_by_name'])
}

/** Reads a page of the tenant's rules, the oldest first. */
export async function listRuleRows(scope: Scope, query: Query<typeof listNotificationRules>) {
  const page = orders.page(query)
  const rows = rules(scope).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: scope.db.selectFrom('notification_rules').select('id') })
}

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof notificationRuleList, { id: string }>({
  created_at: [{ column: sql.ref('u.id'), type: 'uuid', valueOf: (row) => row.id }],
})

export async function findRule(scope: Scope, id: string) {
  return await rules(scope).where('u.id', '=', id).executeTakeFirst()
}
export type RuleRow = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** Reads a page of the versions of a rule, the latest first, each with the time from which the next one is in force. */
export async function listVersionRows(
  { db, tenant }: Scope,
  ruleId: string,
  query: Query<typeof listNotificationRuleVersions>,
) {
  const page = versionOrders.page(query)
  const matching = db.selectFrom('notification_rule_versions as v').where('v.rule_id', '=', ruleId)
  const rows = matching
    .leftJoin('users as m', (join) => join.onRef('m.id', '=', 'v.made_by').on('m.status', '<>', 'deleted'))
    .select(['v.rule_id as id', 'v.version', ...content, 'm.full_name as made_by_name'])
    .select(
      sql<Date | null>`(
        select n.since from notification_rule_versions n
        where n.tenant_id = ${tenant.id} and n.rule_id = v.rule_id and n.version = v.version + 1
      )`.as('until'),
    )
    .where(page.condition)
    .orderBy(page.orderBy)
    .limit(page.limit)
    .execute()
  return await page.read(db, { rows, matching: matching.select('v.version') })
}

const versionOrders = sortedList<typeof notificationRuleVersionList, { version: number }>({
  version: [{ column: sql.ref('v.version'), type: 'int', valueOf: ({ version }) => String(version) }],
})

export async function countRules({ db }: Scope): Promise<number> {
  const row = await db
    .selectFrom('notification_rules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function insertRule({ db, tenant, now }: Scope, id: string): Promise<void> {
  await db.insertInto('notification_rules').values({ tenant_id: tenant.id, id, created_at: now }).execute()
}

/** Makes a version of a rule the present one. */
export async function insertRuleVersion(
  { db, tenant, actor }: ActorScope,
  ruleId: string,
  {
    version,
    since,
    onSince,
    form,
    template,
  }: {
    version: number
    since: Date
    onSince: Date | null
    form: NotificationRuleForm
    template: NotificationRule['template']
  },
): Promise<void> {
  await db
    .insertInto('notification_rule_versions')
    .values({
      tenant_id: tenant.id,
      rule_id: ruleId,
      version,
      since,
      on_since: onSince,
      made_by: actor.id,
      name: form.name,
      authority: form.authority,
      contact: form.contact,
      organisation_ids: form.organisationIds,
      group_ids: form.groupIds,
      analytes: JSON.stringify(form.analytes),
      results: form.results,
      within_hours: form.withinHours,
      needed: form.needed,
      format: form.format,
      way: form.way,
      template: template === null ? null : JSON.stringify(template),
    })
    .execute()
  await db.updateTable('notification_rules').set({ version }).where('id', '=', ruleId).execute()
}

/** Finds places of the tenant by their ids, with their names. */
export async function findPlaces(
  { db }: Scope,
  table: 'organisations' | 'groups',
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom<'organisations' | 'groups'>(table)
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Lists the kits in use with their lines, by name. */
export async function listKits({ db }: Scope) {
  return await db
    .selectFrom('assays')
    .where('retired_at', 'is', null)
    .select(['id', 'name', 'analytes'])
    .orderBy('name')
    .orderBy('id')
    .execute()
}
