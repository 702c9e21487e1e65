import { sql } from 'kysely'
import type { apiTokenList, listApiTokens, TokenState } from '../../contract/api-tokens/endpoints.ts'
import type { TokenPermission } from '../../contract/api-tokens/rights.ts'
import type { Query } from '../../contract/endpoint.ts'
import { tokenWarningDays } from '../../contract/limits-and-times.ts'
import { sortedList } from '../access/listing/listing.ts'
import type { ActorScope, Scope } from '../access/scope.ts'

/** Reads a page of the tenant's tokens, the latest first. */
export async function listTokenRows(scope: ActorScope, query: Query<typeof listApiTokens>) {
  const page = orders.page(query)
  const rows = tokens(scope).where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return await page.read(scope.db, { rows, matching: scope.db.selectFrom('api_tokens').select('id') })
}

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof apiTokenList, { id: string }>({
  created_at: [{ column: sql.ref('k.id'), type: 'uuid', valueOf: (row) => row.id }],
})

export async function findToken(scope: Scope, id: string) {
  return await tokens(scope).where('k.id', '=', id).executeTakeFirst()
}
export type TokenRow = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** Selects tokens with the names of what they reach, and whether they work: see `openTokenStatement` of the door. */
function tokens({ db, tenant, now }: Scope) {
  const groups = sql`select g.id, g.name, g.name_key, g.status from groups g
    where g.tenant_id = ${tenant.id} and g.id = any (k.group_ids)`
  return db
    .selectFrom('api_tokens as k')
    .innerJoin('users as u', 'u.id', 'k.id')
    .innerJoin('users as m', 'm.id', 'k.made_by')
    .leftJoin('tenant_permissions as p', (join) => join.onRef('p.user_type', '=', 'm.user_type'))
    .leftJoin('organisations as o', 'o.id', 'k.organisation_id')
    .select([
      'k.id',
      'u.full_name as name',
      'k.last_four',
      'k.permissions',
      'k.created_at',
      'k.expires_at',
      'k.revoked_at',
      sql<string | null>`k.last_used_on::text`.as('last_used_on'),
      'k.refused_calls',
      sql<string | null>`k.last_refused_on::text`.as('last_refused_on'),
      'k.organisation_id',
      'o.name as organisation_name',
      sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.name_key, r.id), '[]')
        from (${groups}) as r
      )`.as('groups'),
      sql<string | null>`case when m.status <> 'deleted' then m.full_name end`.as('made_by_name'),
      sql<TokenState>`case
        when k.revoked_at is not null then 'revoked'
        when k.expires_at <= ${now} then 'expired'
        when m.status <> 'active' or m.user_type <> 'tenant' or not 'edit-own-tenant' = any (p.permissions) then 'maker-left'
        when o.status = 'suspended' or (
          k.group_ids is not null and not exists (select from (${groups}) as r where r.status = 'active')
        ) then 'place-suspended'
        else 'active'
      end`.as('state'),
    ])
}

/** Counts the tokens of the tenant that have neither expired nor been revoked. */
export async function countKeptTokens({ db, now }: Scope): Promise<number> {
  const row = await db
    .selectFrom('api_tokens')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export interface NewTokenRow {
  hash: Buffer
  lastFour: string
  permissions: TokenPermission[]
  organisationId: string | null
  groupIds: readonly string[]
  expiresAt: Date
}

/** Inserts a token of the actor. Its account must exist. */
export async function insertTokenRow(scope: ActorScope, id: string, row: NewTokenRow): Promise<void> {
  await scope.db
    .insertInto('api_tokens')
    .values({
      tenant_id: scope.tenant.id,
      id,
      token_hash: row.hash,
      last_four: row.lastFour,
      permissions: row.permissions,
      organisation_id: row.organisationId,
      group_ids: row.groupIds.length === 0 ? null : [...row.groupIds],
      expires_at: row.expiresAt,
      made_by: scope.actor.id,
      created_at: scope.now,
    })
    .execute()
}

/** Revokes a token. Returns false if it was revoked before, and for one that does not exist. */
export async function revokeTokenRow(scope: ActorScope, id: string): Promise<boolean> {
  const revoked = await scope.db
    .updateTable('api_tokens')
    .set({ revoked_at: scope.now, revoked_by: scope.actor.id })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/**
 * Takes up to `most` tokens that soon expire and of which nobody was told yet, so that nobody is told twice. Returns how
 * many there were.
 */
export async function takeExpiring({ db, now }: Scope, most: number): Promise<number> {
  const taken = await db
    .updateTable('api_tokens')
    .set({ warned_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('api_tokens as k')
        .where('k.warned_at', 'is', null)
        .where('k.revoked_at', 'is', null)
        .where('k.expires_at', '>', now)
        .where('k.expires_at', '<', new Date(now.getTime() + tokenWarningDays * 24 * 60 * 60 * 1000))
        // Whoever made a token for less than this knows when it ends.
        .where(sql<boolean>`k.expires_at - k.created_at > make_interval(days => ${tokenWarningDays}::int)`)
        .select('k.id')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute()
  return taken.length
}
