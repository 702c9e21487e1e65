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
  if (left.length > 0)
    await refuseWithRows(
      owner,
      left.map(([table]) => table),
    )
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
      statements: [`select create_reference_table('${table}')`],
    })),
    ...spread.map((table) => ({
      says: `Put each row of ${table} with its tenant`,
      // The triggers that stay write only beside the row that fired them, which Citus cannot know.
      statements: [
        'set local citus.enable_unsafe_triggers = on',
        `select create_distributed_table('${table}', '${tenantColumnOf(table)}', colocate_with => '${table === 'tenants' ? 'none' : 'tenants'}')`,
      ],
    })),
  ]
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

/** Returns the version of Citus in this database; undefined without it. */
export async function citusVersion(owner: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await owner.query<{ version: string }>(
    `select extversion as version from pg_extension where extname = 'citus'`,
  )
  return rows[0]?.version
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

/** Distributing rows would fire triggers on their copies, so that every count would be doubled. */
async function refuseWithRows(owner: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    // The owner sees rows of no tenant otherwise. A rollback takes this back.
    await owner.query('begin')
    try {
      await owner.query(`alter table ${table} no force row level security`)
      const { rows } = await owner.query<{ has: boolean }>(`select exists (select from ${table}) as has`)
      if (rows[0]?.has === false) continue
    } finally {
      await owner.query('rollback')
    }
    throw new NotDistributable(
      `${table} has rows, and only empty tables can be distributed. Name an empty database in DATABASE_URL`,
    )
  }
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
