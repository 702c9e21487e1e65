import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { runAsOwner } from './owner-connection.ts'
import type { TestApp } from './test-app.ts'

const folder = path.join(import.meta.dirname, '../../database/migrations')

/** Runs a data migration once more in each tenant, as the migrator does. */
export async function runMigration(test: TestApp, name: string): Promise<void> {
  const text = await readFile(path.join(folder, `${name}.sql`), 'utf8')
  for (const { id } of [test.ours, test.theirs]) {
    await runAsOwner(test.database.ownerUrl, `begin; select enter_tenant('${id}'); ${text}; commit`)
  }
}
