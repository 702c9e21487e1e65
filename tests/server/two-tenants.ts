import pg from 'pg'
import { inject } from 'vitest'
import { isOnCitus } from '../programs/citus.ts'
import { copyDatabase, createTestDatabase, type TestDatabase } from './database.ts'
import { withDatabase } from './owner-connection.ts'
import { insertTenant, type TestTenant } from './tenants.ts'

/** Two tenants whose ids and emails are equal. */
export interface TwoTenants {
  ours: TestTenant
  /** The tenant whose data must never be seen. */
  theirs: TestTenant
}

/** Milliseconds for which copies are made of the same rows. They have tests that 'have just been started'. */
const freshMs = 2 * 60_000

/** Makes a database with both tenants for one test file: a copy, because inserting them takes hundreds of statements. */
export async function createDatabaseOfTwo(): Promise<TwoTenants & { database: TestDatabase }> {
  if (isOnCitus) {
    const database = await createTestDatabase()
    return { database, ...(await insertTwoTenants(database.ownerUrl)) }
  }
  const { name, tenants } = await freshTemplate()
  return { database: await copyDatabase(name), ...tenants }
}

/** Inserts both tenants into a migrated, empty database. */
export async function insertTwoTenants(ownerUrl: string): Promise<TwoTenants> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    const ours = await insertTenant(client, { slug: 'ours', marker: 'Oursides', idPrefix: 'SAME', space: 16 })
    const theirs = await insertTenant(client, { slug: 'theirs', marker: 'Theirsome', idPrefix: 'SAME', space: 32 })
    await client.query('commit')
    return { ours, theirs }
  } finally {
    await client.end()
  }
}

/**
 * Finds the template of the present minutes, which whichever worker comes first makes. Its comment, which copies do not
 * have, tells that it is complete, and who its tenants are.
 */
async function freshTemplate(): Promise<{ name: string; tenants: TwoTenants }> {
  const { ownerUrl, template } = inject('testDatabase')
  const name = `${template}_${Math.floor(Date.now() / freshMs)}`
  const quoted = pg.escapeIdentifier(name)
  const admin = new pg.Client({ connectionString: ownerUrl })
  await admin.connect()
  try {
    // Held until the connection ends.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const known = await commentOf(admin, name)
    if (known !== undefined) return { name, tenants: known }
    await admin.query(`drop database if exists ${quoted}`)
    await admin.query(`create database ${quoted} template ${pg.escapeIdentifier(template)} strategy file_copy`)
    const tenants = await insertTwoTenants(withDatabase(ownerUrl, name))
    await admin.query(`comment on database ${quoted} is ${pg.escapeLiteral(JSON.stringify(tenants))}`)
    return { name, tenants }
  } finally {
    await admin.end()
  }
}

async function commentOf(admin: pg.Client, name: string): Promise<TwoTenants | undefined> {
  const { rows } = await admin.query<{ comment: string | null }>(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1`,
    [name],
  )
  const comment = rows[0]?.comment
  return comment ? JSON.parse(comment) : undefined
}
