import type pg from 'pg'

/** Inserts rows with equal keys, which are the table's columns. Values of json columns must be JSON text. */
export async function insertRows(client: pg.ClientBase, table: string, rows: readonly object[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row).map((column) => client.escapeIdentifier(column))
    const values = columns.map((_, i) => `$${i + 1}`)
    await client.query(
      `insert into ${client.escapeIdentifier(table)} (${columns.join(', ')}) values (${values.join(', ')})`,
      Object.values(row),
    )
  }
}

/** Inserts rows with equal keys by one statement, as `insertRows` does. */
export async function insertTogether(client: pg.ClientBase, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const places = rows.map((_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(', ')})`)
  await client.query(
    `insert into ${client.escapeIdentifier(table)} (${columns.map((column) => client.escapeIdentifier(column)).join(', ')})
     values ${places.join(', ')}`,
    rows.flatMap((row) => Object.values(row) as unknown[]),
  )
}

/** Writes in SQL that a column gets an earlier time. Citus changes no row by an interval and a time with a zone. */
export function madeEarlier(column: string, by: string): string {
  return `${column} = (${column} at time zone 'UTC' - ${by}) at time zone 'UTC'`
}

/** The present in SQL, for a column that keeps milliseconds: it rounds `now()`, often to a time that is still to come. */
export const thisMillisecond = `date_trunc('milliseconds', now())`

/** Works as the owner of the tables inside one tenant, in one transaction. */
export async function asOwnerIn<T>(
  owner: pg.Pool,
  tenantId: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query('select enter_tenant($1)', [tenantId])
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
