import pg from 'pg'

/** Inserts rows with the same keys, which are the table's columns. Values of json columns must be JSON text. */
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

/** Works as the owner of the tables inside one tenant, in one transaction. */
export async function asOwnerIn<T>(
  ownerUrl: string,
  tenantId: string,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select enter_tenant($1)', [tenantId])
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}
