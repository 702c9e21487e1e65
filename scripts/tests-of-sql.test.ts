import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testsOfSql } from './tests-of-sql.ts'

const root = path.resolve(import.meta.dirname, '..')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tests-of-sql-'))
  write('tests/server/database.ts', "const { template } = inject('testDatabase')")
  write('tests/server/test-app.ts', "import {\n  createTestDatabase,\n} from './database.ts'")
  write('tests/server/wording.ts', "import type { TestDatabase } from './database.ts'")
  write('server/herds/herds-repository.ts', '')
})
afterEach(() => rmSync(folder, { recursive: true }))

const withApp = "import { startTestApp } from '../../tests/server/test-app.ts'"

it.each([
  ['server/herds/herds.test.ts', withApp],
  ['server/access/listing/pages.test.ts', "import { startTestApp } from '../../../tests/server/test-app.ts'"],
  ['database/demo/load.test.ts', "import { createTestDatabase } from '../../tests/server/database.ts'"],
  ['tests/walks/out-of-scope.test.ts', withApp],
  ['server/platform/migrate.test.ts', "const { ownerUrl } = inject('testDatabase')"],
  ['tests/walks/columns.test.ts', `${withApp}\nawait query('select from pg_attribute')`],
])('%s runs on the older PostgreSQL, too', (file, text) => {
  write(file, text)
  expect(testsOfSql(folder)).toEqual([file])
})

it.each([
  ['that has no SQL beside it', 'tests/walks/limits.test.ts', withApp],
  [
    'that starts a PostgreSQL of its own',
    'server/herds/killed.test.ts',
    "import { run } from '../../tests/server/other.ts'",
  ],
  [
    'that only names the type of a database',
    'server/herds/words.test.ts',
    "import { words } from '../../tests/server/wording.ts'",
  ],
])('a test %s runs on the newer one alone', (_, file, text) => {
  write('tests/server/other.ts', '')
  write(file, text)
  expect(testsOfSql(folder)).toEqual([])
})

it('the walk of tenants runs on the older PostgreSQL, where it calls every endpoint, and the walk of permissions does not', () => {
  const chosen = testsOfSql(root)
  expect(chosen).toContain('tests/walks/tenancy.test.ts')
  expect(chosen).toContain('server/test-records/list.test.ts')
  expect(chosen).not.toContain('tests/walks/permissions.test.ts')
})

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}
