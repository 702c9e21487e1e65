import type pg from 'pg'
import { unfinishedRestore } from '../platform/migrate.ts'

/**
 * Tables that an archive leaves out. What migrations and the process that serves write is written anew where the archive
 * is restored.
 */
const leftOut = [
  'kysely_migration',
  'kysely_migration_lock',
  'oldest_version',
  'web_builds',
  'web_assets',
  unfinishedRestore,
  // Files that wait to be imported are not in the archive either, and are gone after a week.
  'imports',
  'import_rows',
  'import_changes',
  'import_matches',
  'import_test_matches',
]

/** A table with the columns that hold what is not generated from others, in their order. */
export interface StoredTable {
  name: string
  columns: string[]
}

/** Lists the tables that an archive holds, by name. The queue of jobs is in a schema of its own and made anew. */
export async function listTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and c.relname <> all($1)
     group by c.relname
     order by c.relname collate "C"`,
    [leftOut],
  )
  return rows
}

/** Lists the migrations that have run, in their order. */
export async function listAppliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Lists the sequences of tables, by name. */
export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`,
  )
  return rows.map(({ name }) => name)
}
