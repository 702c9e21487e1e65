import { sql } from 'kysely'
import type { Query } from '../../contract/endpoint.ts'
import type { listTenants } from '../../contract/operator/endpoints.ts'
import type { tenantList } from '../../contract/operator/tenant-list.ts'
import { typedWords } from '../../contract/rules/folding.ts'
import type { Locale } from '../../contract/locales.ts'
import type { Country } from '../../contract/rules/countries.ts'
import type { Standing } from '../../contract/standing.ts'
import { capOf, sortedList, type KeyColumn } from '../access/listing/listing.ts'
import type { Scope } from '../access/scope.ts'

/** A row of the tenant directory, which is visible only inside the operator's own tenant. */
interface DirectoryRow {
  id: string
  name: string
  name_key: string
  slug: string
  status: Standing
  status_details: string | null
  product_name: string | null
  kind: 'human' | 'non-human'
  default_language: Locale
  countries: Country[]
  created_at: Date
  version: number
}

const columns = sql`d.tenant_id as id, d.name, d.name_key, d.slug, d.status, d.status_details, d.product_name, d.kind,
  d.default_language, d.countries, d.created_at, d.version`

/** Reads a page of the tenants that match the filter. */
export async function listTenantRows({ db }: Scope, query: Query<typeof listTenants>) {
  const page = orders.page(query)
  const isFound = query.search ? matches(query.search) : sql`true`
  const isOfStatus = query.status === undefined ? sql`true` : sql`d.status = ${query.status}`
  const found = sql`from tenant_directory as d where ${isOfStatus} and ${isFound}`
  const rows = sql<DirectoryRow>`
    select ${columns} ${found} and ${page.condition} order by ${page.orderBy} limit ${page.limit}`
    .execute(db)
    .then((result) => result.rows)
  return page.read(db, { rows, matching: sql`select ${found}`, cap: capOf(query) })
}

/** Matches tenants whose name or web address has a word for each typed word to begin. */
function matches(search: string) {
  const words = typedWords(search).map((word) => sql`strpos(d.words, ${` ${word}`}) > 0`)
  return words.length === 0 ? sql`false` : sql`(${sql.join(words, sql` and `)})`
}

const id: KeyColumn<DirectoryRow> = { column: sql.ref('d.tenant_id'), type: 'uuid', valueOf: (row) => row.id }

/** Ids are UUIDv7, so they sort by time. */
const orders = sortedList<typeof tenantList, DirectoryRow>({
  name: [{ column: sql.ref('d.name_key'), type: 'text', valueOf: (row) => row.name_key }, id],
  created_at: [id],
})

export async function findTenantRow({ db }: Scope, tenantId: string): Promise<DirectoryRow | undefined> {
  const { rows } = await sql<DirectoryRow>`
    select ${columns} from tenant_directory as d where d.tenant_id = ${tenantId}`.execute(db)
  return rows[0]
}

/**
 * Counts users, organisations and tests in each of these tenants. Tests are those of 30 days, counted up to one more
 * than the contract's cap.
 */
export async function findTenantFigures({ db }: Scope, tenantIds: readonly string[]) {
  const { rows } = await sql<{ tenant_id: string; users: number; organisations: number; tests: number }>`
    select tenant_id, users, organisations, tests from tenant_figures(${tenantIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ tenant_id, ...figures }) => [tenant_id, figures]))
}
