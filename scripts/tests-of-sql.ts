import { globSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** What leads to the PostgreSQL of the server's tests: a test that does not reach it has one of its own, or none. */
const serverOfTests = "inject('testDatabase')"

/** Folders whose files write the SQL that all others are made of. */
const foundations = /^(database|server\/access)\//

/** Names of tests of SQL that is not beside them: that of many nouns, of the migrations or of the queue. */
const namesOfSql = /(scope|tenancy|search\w*|migrat\w*|jobs|database)\.test\.ts$/

/** Words by which a test asks for what a PostgreSQL has of its own. */
const catalogue = /\b(pg_[a-z]+|information_schema|explain|server_version)\b/

/**
 * Lists the server's tests whose SQL may differ between versions of PostgreSQL, as paths from `root`. They reach
 * that PostgreSQL, and stand beside SQL, are named after it or ask for the catalogue. The others send the same statements
 * once more.
 */
export function testsOfSql(root: string): string[] {
  const tests = globSync(['server/**/*.test.ts', 'database/**/*.test.ts', 'tests/**/*.test.ts'], {
    cwd: root,
  }).toSorted()
  return tests.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const isOfSql = foundations.test(file) || namesOfSql.test(file) || catalogue.test(text) || isBesideSql(root, file)
    return isOfSql && reachesServer(root, file)
  })
}

/** Only a `repository.ts` writes SQL in the folder of a noun: see `scripts/architecture-rules.ts`. */
function isBesideSql(root: string, file: string): boolean {
  return readdirSync(path.join(root, path.dirname(file))).some((name) => /(^|-)repository\.ts$/.test(name))
}

/** Tells whether a file leads to the tests' PostgreSQL, by itself or by what it imports of the tests' own modules. */
function reachesServer(root: string, file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(path.join(root, file), 'utf8')
  if (text.includes(serverOfTests)) return true
  return Array.from(text.matchAll(/^import (?!type ).*?from '(\.[^']+)'/gms), ([, name = '']) =>
    path.join(path.dirname(file), name),
  )
    .filter((imported) => imported.startsWith('tests/'))
    .some((imported) => reachesServer(root, imported, seen))
}
