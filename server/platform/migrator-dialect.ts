import { type DatabaseIntrospector, type Kysely, PostgresDialect, sql } from 'kysely'
import { migrationTable } from './migrations.ts'

/** Kysely's default name of the table that keeps its migrators apart. */
const migrationLockTable = 'kysely_migration_lock'

/**
 * PostgreSQL for Kysely's migrator, which asks three times for each migration whether its own tables are there. The usual
 * answer reads every column of every table, and took longer than the migrations themselves.
 */
export class MigratorDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const usual = super.createIntrospector(db)
    return {
      getSchemas: () => usual.getSchemas(),
      async getTables() {
        const { rows } = await sql<{ name: string; schema: string }>`
          select c.relname as name, n.nspname as schema
          from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
          where c.relname in (${migrationTable}, ${migrationLockTable}) and c.relkind in ('r', 'p')
            and has_schema_privilege(n.oid, 'USAGE')
          order by c.relname`.execute(db)
        return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }))
      },
    }
  }
}
