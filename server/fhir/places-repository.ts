import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Span } from '../../contract/fhir/moments.ts'
import type { List } from '../../contract/listing.ts'
import { marked } from '../../contract/rules/folding.ts'
import { sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { ActorScope } from '../access/scope.ts'
import type { Tables } from '../access/tables.ts'

/** The groups `g` and the organisations `o` that the actor sees. */
export interface Seen {
  groups: SelectQueryBuilder<Tables & { g: Tables['groups'] }, 'g', object>
  organisations: SelectQueryBuilder<Tables & { o: Tables['organisations'] }, 'o', object>
}

/** Selects the organisations and groups that the actor sees, or the groups alone, as rows of one form. */
function places(scope: ActorScope, { groups: seenGroups, organisations: seenOrganisations }: Seen, only?: 'groups') {
  const { permissions } = scope.actor
  const seesGroups = permissions.includes('view-groups') || permissions.includes('view-own-group')
  const seesOrganisations = permissions.includes('view-orgs') || permissions.includes('view-own-org')
  const groups = seenGroups
    .$if(!seesGroups, (query) => query.where(sql<SqlBool>`false`))
    .select([
      'g.id',
      sql<string | null>`g.organisation_id`.as('part_of'),
      'g.name',
      'g.location',
      'g.phone',
      'g.status',
    ])
    .select(['g.updated_at', 'g.version', 'g.lab_name', 'g.clia', sql<string | null>`null`.as('npi')])
    .select(['g.lab_street_address as street_address', 'g.lab_street_address_2 as street_address_2'])
    .select(['g.lab_city as city', 'g.lab_state as state', 'g.lab_county as county', 'g.lab_country as country'])
    .select('g.lab_postcode as postcode')
  if (only === 'groups') return scope.db.selectFrom(groups.as('p'))
  const organisations = seenOrganisations
    .$if(!seesOrganisations, (query) => query.where(sql<SqlBool>`false`))
    .select(['o.id', sql<string | null>`null::uuid`.as('part_of'), 'o.name', 'o.location', 'o.phone', 'o.status'])
    .select(['o.updated_at', 'o.version', sql<string | null>`null`.as('lab_name'), sql<string | null>`null`.as('clia')])
    .select([
      'o.npi',
      'o.street_address',
      'o.street_address_2',
      'o.city',
      'o.state',
      'o.county',
      'o.country',
      'o.postcode',
    ])
  return scope.db.selectFrom(organisations.unionAll(groups).as('p'))
}

interface Keys {
  id: string
}
const id: KeyColumn<Keys> = { column: sql.ref('p.id'), type: 'uuid', valueOf: (row) => row.id }
const orders = sortedList<List & { default: 'id' | '-id' }, Keys>({ id: [id] })

interface PlaceFilter {
  ids?: readonly string[]
  changed?: readonly Span[]
  /** Each list leaves the places of which a name begins with one of its texts. */
  names?: readonly (readonly string[])[]
}

/** Reads a page of the places that the actor sees and that match a filter, in the order of adding, with their total. */
export async function listPlaceRows(
  scope: ActorScope,
  seen: Seen,
  filter: PlaceFilter,
  asked: { only?: 'groups' | undefined; per_page: number; cursor?: string | undefined; sort: 'id' | '-id' },
) {
  const page = orders.page({ ...asked, ...filter })
  const found = places(scope, seen, asked.only).where(whereOf(filter))
  const rows = found.selectAll().where(page.condition).orderBy(page.orderBy).limit(page.limit).execute()
  return page.read(scope.db, { rows, matching: found.select('p.id') })
}

/** Counts the places that the actor sees and that match a filter. */
export async function countPlaceRows(
  scope: ActorScope,
  seen: Seen,
  filter: PlaceFilter,
  only?: 'groups',
): Promise<number> {
  const found = places(scope, seen, only).where(whereOf(filter))
  const row = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirst()
  return row?.count ?? 0
}

/** A tenant has few places, so their names are compared one by one. */
function whereOf({ ids, changed = [], names = [] }: PlaceFilter): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql`true`]
  if (ids !== undefined) conditions.push(sql`p.id = any(${ids}::uuid[])`)
  for (const { from, before } of changed) {
    if (from !== undefined) conditions.push(sql`p.updated_at >= ${from}::timestamptz`)
    if (before !== undefined) conditions.push(sql`p.updated_at < ${before}::timestamptz`)
  }
  for (const texts of names) {
    const begins = texts.map((text) => {
      const start = marked(text)
      return sql`starts_with(search_marked(p.name), ${start}) or starts_with(search_marked(coalesce(p.lab_name, '')), ${start})`
    })
    conditions.push(sql`(${sql.join(begins, sql` or `)})`)
  }
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** Finds an organisation or a group that the actor sees. */
export async function findPlaceRow(scope: ActorScope, seen: Seen, placeId: string, only?: 'groups') {
  return places(scope, seen, only).where('p.id', '=', placeId).selectAll().executeTakeFirst()
}
export type PlaceRow = NonNullable<Awaited<ReturnType<typeof findPlaceRow>>>
