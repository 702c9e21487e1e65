import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { roleNames } from '../platform/roles.ts'
import { countByRow } from './counted-by-row.ts'
import { cutConstraints, cutTriggers, places, tenantColumnOf } from './places.ts'

/** One step of spreading tenants over servers, in words and as statements that are committed together. */
interface Step {
  says: string
  statements: string[]
}

/** Thrown with a remedy where tenants cannot be spread. */
export class NotDistributable extends Error {}

/**
 * Lists what is left to be done until every table is in its place; empty when nothing is. `owner` is a connection of the
 * owner to the coordinator, and `ownerUrl` is its URL. Throws `NotDistributable`.
 */
export async function stepsLeft(owner: pg.ClientBase, ownerUrl: string): Promise<Step[]> {
  await refuseWithoutServers(owner)
  const placed = await placedTables(owner)
  const left = Object.entries(places).filter(([table, place]) => place !== 'coordinator' && !placed.has(table))
  const cuts = [...(await keysToCut(owner)), ...(await constraintsToCut(owner)), ...(await triggersToCut(owner))]
  const counting = await countingToReplace(owner)
  const settings = await settingsToMake(owner, ownerUrl)
  const copied = await tablesWithCopy(
    owner,
    Object.keys(places).filter((table) => places[table] !== 'coordinator'),
  )
  if (copied.length > 0) await refuseConnections(owner)
  const rows = { copied, isolated: await isolatedTables(owner) }
  const everywhere = left.filter(([, place]) => place === 'everywhere').map(([table]) => table)
  const spread = await inOrder(
    owner,
    left.filter(([, place]) => place === 'with its tenant').map(([table]) => table),
  )
  return [
    ...settings,
    ...cuts,
    ...counting,
    ...everywhere.map((table) => ({
      says: `Put ${table} on every server`,
      statements: spreading(table, `create_reference_table('${table}')`, rows),
    })),
    ...spread.map((table) => ({
      says: `Put each row of ${table} with its tenant`,
      statements: spreading(
        table,
        `create_distributed_table('${table}', '${tenantColumnOf(table)}', colocate_with => '${table === 'tenants' ? 'none' : 'tenants'}')`,
        rows,
      ),
    })),
    ...copied.map((table) => ({
      says: `Remove the rows of ${table} from the coordinator, which are on the servers by then`,
      statements: [`select truncate_local_data_after_distributing_table('${table}')`],
    })),
    ...(await functionsToCopy(owner)),
  ]
}

/**
 * Spreads a table. Rows that are there are copied without its triggers, which would count and write again what they stand
 * for, and without row-level security, under which the owner may not copy.
 */
function spreading(table: string, how: string, { copied, isolated }: Rows): string[] {
  // The triggers that stay write only beside the row that fired them, which Citus cannot know.
  const unsafe = 'set local citus.enable_unsafe_triggers = on'
  if (!copied.includes(table)) return [unsafe, `select ${how}`]
  const setTo = (triggers: 'disable' | 'enable', security: 'no force' | 'force') => [
    `alter table ${table} ${triggers} trigger user`,
    ...(isolated.has(table) ? [`alter table ${table} ${security} row level security`] : []),
  ]
  return [
    unsafe,
    'set local citus.multi_shard_modify_mode = sequential',
    ...setTo('disable', 'no force'),
    `select ${how}`,
    ...setTo('enable', 'force'),
  ]
}

interface Rows {
  /** Tables that have rows on the coordinator itself. */
  copied: readonly string[]
  /** Tables whose owner is bound by row-level security. */
  isolated: ReadonlySet<string>
}

/** Does one step, completely or not at all. */
export async function doStep(owner: pg.ClientBase, { statements }: Step): Promise<void> {
  await owner.query('begin')
  try {
    for (const statement of statements) await owner.query(statement)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** Does every step that is left. The arguments are those of `stepsLeft`. */
export async function spreadTables(owner: pg.ClientBase, ownerUrl: string): Promise<void> {
  for (const step of await stepsLeft(owner, ownerUrl)) await doStep(owner, step)
}

/** Returns the version of Citus in this database; undefined without it. */
export async function citusVersion(owner: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await owner.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  return rows[0]?.version
}

/** Tells whether any table was spread. */
export async function isSpread(owner: pg.ClientBase): Promise<boolean> {
  return (await citusVersion(owner)) !== undefined && (await placedTables(owner)).size > 0
}

async function refuseWithoutServers(owner: pg.ClientBase): Promise<void> {
  if ((await citusVersion(owner)) === undefined) {
    throw new NotDistributable(
      'The database has no extension citus. A superuser creates it on the coordinator and on each worker (docs/clusters.md)',
    )
  }
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from pg_dist_node where isactive and noderole = 'primary' and shouldhaveshards`,
  )
  if (rows[0]?.count === 0) {
    throw new NotDistributable(
      'The coordinator knows no worker. A superuser adds some with citus_add_node (docs/clusters.md)',
    )
  }
}

async function placedTables(owner: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    'select logicalrelid::regclass::text as name from pg_dist_partition',
  )
  return new Set(rows.map(({ name }) => name))
}

async function isolatedTables(owner: pg.ClientBase): Promise<Set<string>> {
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relforcerowsecurity`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Throws where somebody could change rows while they are copied. */
async function refuseConnections(owner: pg.ClientBase): Promise<void> {
  // Connections of whoever has just ended may take a moment to go.
  for (const deadline = performance.now() + 10_000; ; await sleep(200)) {
    const { rows } = await owner.query(
      `select from pg_stat_activity
       where datname = current_database() and usename <> current_user and application_name not ilike 'citus%' limit 1`,
    )
    if (rows.length === 0) return
    if (performance.now() > deadline)
      throw new NotDistributable('The database has rows, and is in use. Stop Lateral first')
  }
}

/** Lists those of these tables that have, or had, rows on the coordinator itself, which stay there when their table is spread. */
async function tablesWithCopy(owner: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select name from unnest($1::text[]) as t (name) where pg_relation_size(name::regclass) > 0 order by 1',
    [tables],
  )
  return rows.map(({ name }) => name)
}

/** Foreign keys between tables in different places, and from one server's tables to those of all. */
async function keysToCut(owner: pg.ClientBase): Promise<Step[]> {
  const { rows } = await owner.query<{ name: string; from: string; to: string }>(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 2, 1`,
  )
  return rows
    .filter(({ from, to }) => places[from] !== places[to])
    .map(({ name, from, to }) => ({
      says: `Cut the foreign key of ${from} to ${to}, which are in different places`,
      statements: [`alter table ${from} drop constraint ${name}`],
    }))
}

async function constraintsToCut(owner: pg.ClientBase): Promise<Step[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select conrelid::regclass || ' ' || conname as name from pg_constraint where connamespace = 'public'::regnamespace`,
  )
  const present = new Set(rows.map(({ name }) => name))
  return cutConstraints
    .filter(({ table, constraint }) => present.has(`${table} ${constraint}`))
    .map(({ table, constraint, because }) => ({
      says: `Cut ${constraint} of ${table}: ${because}`,
      statements: [`alter table ${table} drop constraint ${constraint}`],
    }))
}

async function triggersToCut(owner: pg.ClientBase): Promise<Step[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select tgrelid::regclass || ' ' || tgname as name from pg_trigger`,
  )
  const present = new Set(rows.map(({ name }) => name))
  return cutTriggers
    .filter(({ table, trigger }) => present.has(`${table} ${trigger}`))
    .map(({ table, trigger }) => ({
      says: `Cut the trigger ${trigger} of ${table}, which writes to a table in another place`,
      statements: [`drop trigger ${trigger} on ${table}`],
    }))
}

/** A trigger that reads the rows of its statement as a table counts records until it is replaced. */
async function countingToReplace(owner: pg.ClientBase): Promise<Step[]> {
  const { rows } = await owner.query(
    `select from pg_trigger where tgrelid = 'test_records'::regclass and (tgoldtable is not null or tgnewtable is not null)`,
  )
  if (rows.length === 0) return []
  return [
    {
      says: 'Count records by triggers of each row, not of a statement',
      // A migration may have made them anew on a table that is in its place already.
      statements: ['set local citus.enable_unsafe_triggers = on', ...countByRow],
    },
  ]
}

/**
 * Citus brings the functions of triggers along with their table, but not what these call, and only functions that were made
 * after the extension are on every server. A body may read a table of the coordinator, so bodies are not checked there.
 * Citus brings who may call a function, but not that nobody else may.
 */
async function functionsToCopy(owner: pg.ClientBase): Promise<Step[]> {
  const { rows } = await owner.query<{ name: string; isForAll: boolean }>(
    `select p.oid::regprocedure::text as name,
       exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a where a.grantee = 0) as "isForAll"
     from pg_proc p
     where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
       and not exists (select from pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)
     order by 1`,
  )
  return rows.map(({ name, isForAll }) => ({
    says: `Put the function ${name} on every server`,
    statements: [
      `set local citus.propagate_set_commands = 'local'`,
      'set local check_function_bodies = off',
      `select create_distributed_function('${name}')`,
      ...(isForAll ? [] : [`revoke all on function ${name} from public`]),
    ],
  }))
}

/** SET LOCAL names the tenant, and has to reach the servers of its rows. */
async function settingsToMake(owner: pg.ClientBase, ownerUrl: string): Promise<Step[]> {
  const names = Object.values(roleNames(ownerUrl))
  const { rows } = await owner.query<{ name: string }>(
    `select r.rolname as name from pg_roles r where r.rolname = any ($1) and not exists (
       select from pg_db_role_setting s where s.setrole = r.oid and 'citus.propagate_set_commands=local' = any (s.setconfig))`,
    [names],
  )
  return rows.map(({ name }) => ({
    says: `Let settings of a transaction of ${name} reach the servers of its rows`,
    statements: [`alter role "${name.replaceAll('"', '""')}" set citus.propagate_set_commands = 'local'`],
  }))
}

/** Orders tables so that each comes behind `tenants` and those that it refers to. Throws for a circle. */
async function inOrder(owner: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
     where contype = 'f' and conrelid <> confrelid
       and conname <> all ($1)`,
    [cutConstraints.map(({ constraint }) => constraint)],
  )
  const ordered: string[] = []
  let left = tables.toSorted()
  while (left.length > 0) {
    const ready = left.filter((table) => !rows.some(({ from, to }) => from === table && left.includes(to)))
    if (ready.length === 0) throw new Error(`These tables refer to each other: ${left.join(', ')}`)
    ordered.push(...ready)
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered.toSorted((a, b) => Number(b === 'tenants') - Number(a === 'tenants'))
}
