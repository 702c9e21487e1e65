import { expect, it } from 'vitest'
import { createTestDatabase } from '../../tests/server/database.ts'
import { schemaText } from '../../tests/server/schema-text.ts'

/** Other versions of PostgreSQL write the same schema in other words, and a cluster adds its own. */
const isOwnDatabase = process.env.TEST_DATABASE_URL === undefined && process.env.TEST_ON_CITUS === undefined

it.skipIf(!isOwnDatabase)('database/schema.sql is the schema that the migrations make; -u writes it', async () => {
  const database = await createTestDatabase()
  try {
    await expect(await schemaText(database.ownerUrl)).toMatchFileSnapshot('../../database/schema.sql')
  } finally {
    await database.drop()
  }
})
