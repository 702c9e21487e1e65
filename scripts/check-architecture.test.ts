import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { architectureRules } from './architecture-rules.ts'
import { checkArchitecture } from './check-architecture.ts'

/** A small project that obeys every rule. */
const sound: Readonly<Record<string, string>> = {
  'package.json':
    '{ "type": "module", "dependencies": { "pg": "1", "fastify": "1", "zod": "1", "@tanstack/react-router": "1" } }',
  ...npmPackage('pg'),
  ...npmPackage('fastify'),
  ...npmPackage('zod'),
  ...npmPackage('@tanstack/react-router'),
  'contract/subjects/subject.ts': "import 'zod'\nexport type Subject = string",
  'contract/subjects/subject.test.ts': "import 'node:fs'\nimport './subject.ts'",
  'server/main.ts': "import './app.ts'\nimport '../database/demo/load.ts'",
  'server/app.ts': "import './subjects/routes.ts'\nimport './groups/routes.ts'",
  'server/platform/database.ts': "import 'pg'",
  'server/access/door/door.ts': "import '../../platform/database.ts'",
  'tests/server/database.ts': "import 'pg'",
  'server/subjects/routes.ts': "import 'fastify'\nimport './service.ts'\nimport '../access/door/door.ts'",
  'server/subjects/service.ts': "import './repository.ts'\nimport '../../contract/subjects/subject.ts'",
  'server/subjects/repository.ts': `import 'pg'
import './columns.ts'
/* Update users who are somebody else's. */ // delete from groups
db.insertInto('subjects').onConflict((conflict) => conflict.doUpdateSet(row))
sql\`insert into subject_identities as i (id) values (1) on conflict (id) do update set id = 1\`
sql\`select from users where id = 1 for no key update of users for update skip locked\`
sql\`create trigger t after update of id on users for each row execute function f()\`
`,
  'server/subjects/columns.ts': "import type { Subject } from '../../contract/subjects/subject.ts'",
  'server/subjects/rows.ts': "import './repository.ts'",
  'server/subjects/lookup-routes.ts': "import 'fastify'\nimport './lookup-service.ts'",
  'server/subjects/lookup-service.ts': "import './repository.ts'",
  'server/groups/routes.ts': "import './service.ts'",
  'server/groups/service.ts': "import '../subjects/service.ts'\nimport './repository.ts'",
  'server/groups/repository.ts': "import '../subjects/columns.ts'",
  'server/accounts/repository.ts': "db.updateTable('users as u')\nsql`delete from tokens where id = 1`",
  'server/messages/service.ts': "import '../groups/service.ts'",
  'server/upkeep/repository.ts': 'sql`delete from ${sql.table(table)} where is_over`',
  'database/demo/load.ts': "import '../../server/subjects/service.ts'\nimport '../../server/platform/database.ts'",
  'web/subjects/page.tsx': "import './queries.ts'\nimport '../ui/field.tsx'\nimport '@tanstack/react-router'",
  'web/subjects/queries.ts': "import '../api/client.ts'",
  'web/lists/list-page.tsx': "import '../subjects/queries.ts'\nimport '../ui/field.tsx'",
  'web/lists/row.ts': "import '../ui/field.tsx'",
  'web/groups/page.tsx': "import '../subjects/queries.ts'\nimport '../lists/list-page.tsx'",
  'web/shell/shell.tsx': "import '../lists/list-page.tsx'\nimport '../subjects/queries.ts'",
  'web/shell/menu.tsx': "import '../ui/field.tsx'",
  'web/routes.tsx': "import './shell/shell.tsx'\nexport const page = () => import('./groups/page.tsx')",
  'web/api/client.ts': "import type { Subject } from '../../contract/subjects/subject.ts'\nexport type Reply = Subject",
  'web/ui/field.tsx': 'export const Field = () => null',
  'web/testing/replies.ts': "import '../api/client.ts'",
  'e2e/journey.test.ts': "import '../contract/subjects/subject.ts'",
  'bench/lists.ts': "import '../contract/subjects/subject.ts'",
  'scripts/start.ts': "import '../server/app.ts'",
}

const wrong: [rule: string, file: string, addition: string][] = [
  ['no import in a circle', 'server/subjects/repository.ts', "import './rows.ts'"],
  ['every import leads somewhere', 'web/subjects/queries.ts', "import './missing.ts'"],
  ['the contract imports only itself, zod and libphonenumber-js', 'contract/subjects/subject.ts', "import 'node:fs'"],
  ['the contract imports only itself, zod and libphonenumber-js', 'contract/subjects/subject.ts', "import 'fastify'"],
  ['tests of the contract see no other room', 'contract/subjects/subject.test.ts', "import '../../server/app.ts'"],
  ['the server imports only the contract and itself', 'server/subjects/service.ts', "import '../../web/ui/field.tsx'"],
  ['tests of the server see no screen', 'tests/server/database.ts', "import '../../web/ui/field.tsx'"],
  ['the server starts from its own parts', 'server/main.ts', "import '../web/ui/field.tsx'"],
  [
    'the web app imports only the contract and itself',
    'web/api/client.ts',
    "import type { X } from '../../server/app.ts'",
  ],
  ['the web app runs in a browser', 'web/ui/field.tsx', "import 'node:path'"],
  ['journeys see only the contract and HTTP', 'e2e/journey.test.ts', "import '../server/app.ts'"],
  ['benchmarks see only the contract and HTTP', 'bench/lists.ts', "import '../server/app.ts'"],
  [
    'demo data go through the contract, the platform and services',
    'database/demo/load.ts',
    "import '../../server/subjects/repository.ts'",
  ],
  ['scripts leave the web app alone', 'scripts/start.ts', "import '../web/ui/field.tsx'"],
  ['only repositories, access and platform touch SQL', 'server/subjects/service.ts', "import type { Pool } from 'pg'"],
  ['only repositories, access and platform touch SQL', 'server/subjects/rows.ts', "import type { Pool } from 'pg'"],
  [
    'of a noun only its routes know HTTP',
    'server/subjects/service.ts',
    "import type { FastifyRequest } from 'fastify'",
  ],
  ['of a noun only its routes know HTTP', 'server/subjects/service.ts', "import './lookup-routes.ts'"],
  [
    'of a noun only its routes know HTTP',
    'server/subjects/lookup-service.ts',
    "import type { FastifyRequest } from 'fastify'",
  ],
  ['of a noun only its routes know HTTP', 'server/subjects/repository.ts', "import 'fastify'"],
  ['of a noun only its routes know HTTP', 'server/subjects/rows.ts', "import 'fastify'"],
  ['of a noun only its routes know HTTP', 'server/subjects/rows.ts', "import '../access/serving/serve.ts'"],
  ['routes go through their service', 'server/subjects/routes.ts', "import './repository.ts'"],
  ['routes go through their service', 'server/subjects/lookup-routes.ts', "import './repository.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './service.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './lookup-service.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './lookup-routes.ts'"],
  ['repositories call nobody above', 'server/groups/repository.ts', "import type { Row } from './row.ts'"],
  ['columns are plain', 'server/subjects/columns.ts', "import './rows.ts'"],
  [
    'a server noun knows another only by its service.ts and columns.ts',
    'server/groups/service.ts',
    "import '../subjects/repository.ts'",
  ],
  ['accounts know no other noun', 'server/accounts/repository.ts', "import '../subjects/columns.ts'"],
  ['the platform knows no noun', 'server/platform/database.ts', "import '../subjects/rows.ts'"],
  ['access knows no noun', 'server/access/door/door.ts', "import '../../subjects/service.ts'"],
  ['only tests use what is for testing', 'server/subjects/service.ts', "import '../../tests/server/database.ts'"],
  ['only tests use what is for testing', 'scripts/start.ts', "import '../tests/server/database.ts'"],
  ['only tests use what is for testing', 'web/subjects/page.tsx', "import '../testing/replies.ts'"],
  ['a web noun knows another only by its queries.ts', 'web/groups/page.tsx', "import '../subjects/page.tsx'"],
  [
    'shared kits of the web know nouns only by their queries.ts',
    'web/lists/list-page.tsx',
    "import '../subjects/page.tsx'",
  ],
  [
    'the shell knows of a noun only what every page shows',
    'web/shell/shell.tsx',
    "export const page = () => import('../subjects/page.tsx')",
  ],
  ['no page knows the shell', 'web/groups/page.tsx', "import type { Shell } from '../shell/shell.tsx'"],
  ['web/ui knows no router, query or noun', 'web/ui/field.tsx', "import '@tanstack/react-router'"],
  ['web/ui knows no router, query or noun', 'web/ui/field.tsx', "import '../groups/page.tsx'"],
  ['web/api knows no screen', 'web/api/client.ts', "import '../ui/field.tsx'"],

  ['no circle between nouns on the server', 'server/subjects/lookup-service.ts', "import '../groups/service.ts'"],
  ['no circle between nouns on the server', 'server/subjects/lookup-service.ts', "import '../messages/service.ts'"],
  ['no circle between nouns on the server', 'server/subjects/rows.ts', "import type { X } from '../groups/service.ts'"],

  ['no circle between folders on the web', 'web/subjects/queries.ts', "import '../lists/row.ts'"],
  ['no circle between folders on the web', 'web/lists/row.ts', "import type { Shell } from '../shell/shell.tsx'"],
  ['no circle between folders on the web', 'web/lists/row.ts', "export const menu = () => import('../shell/menu.tsx')"],

  ['a table is written by its noun alone', 'server/groups/repository.ts', "db.updateTable('users').set(change)"],
  ['a table is written by its noun alone', 'server/groups/repository.ts', 'db\n  .insertInto(\n    "users as u",\n  )'],
  ['a table is written by its noun alone', 'server/groups/repository.ts', "db.deleteFrom('test_drafts')"],
  ['a table is written by its noun alone', 'server/groups/repository.ts', 'sql`update users u set name = 1`'],
  [
    'a table is written by its noun alone',
    'server/groups/repository.ts',
    'sql`with x as (INSERT INTO\n users values (1))`',
  ],
  ['a table is written by its noun alone', 'server/groups/repository.ts', 'sql`delete from only users where true`'],
  [
    'a table is written by its noun alone',
    'server/groups/repository.ts',
    'for (const table of all) db.deleteFrom(table)',
  ],
  ['a table is written by its noun alone', 'server/groups/repository.ts', 'sql`delete from ${sql.table(table)}`'],
  ['a table is written by its noun alone', 'server/access/door/door.ts', "db.deleteFrom('tokens')"],
  ['a table is written by its noun alone', 'server/accounts/repository.ts', "db.insertInto('subjects')"],
  ['a table is written by its noun alone', 'server/upkeep/repository.ts', "db.deleteFrom('subjects')"],
]

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'lateral-architecture-'))
  await plant({
    ...sound,
    'server/groups/row.ts': "import '../subjects/service.ts'",
    'server/access/serving/serve.ts': "import 'fastify'",
  })
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('a project that obeys the rules passes, and every file of it was read', async () => {
  const typescript = Object.keys(sound).filter((name) => /^(?!node_modules).*\.tsx?$/.test(name))
  expect(await checkArchitecture(root)).toEqual({ modules: typescript.length + 2, violations: [] })
})

test.for(wrong)('%s: %s may not contain %s', async ([rule, file, addition]) => {
  await plant({ [file]: `${sound[file]}\n${addition}` })
  const { violations } = await checkArchitecture(root)
  expect(violations.filter((violation) => violation.startsWith(`${rule}: `))).not.toEqual([])
})

test('every rule is broken by one of the mistakes above', () => {
  const planted = new Set(wrong.map(([rule]) => rule))
  expect(architectureRules.map(({ name }) => name).filter((name) => !planted.has(name ?? ''))).toEqual([])
})

test('nouns that import each other are reported with the files, even without a circle of files', async () => {
  const file = 'server/subjects/lookup-service.ts'
  await plant({ [file]: `${sound[file]}\nimport '../messages/service.ts'` })
  expect((await checkArchitecture(root)).violations).toEqual([
    `no circle between nouns on the server: groups → subjects → messages → groups (server/groups/service.ts → server/subjects/service.ts, ${file} → server/messages/service.ts, server/messages/service.ts → server/groups/service.ts)`,
  ])
})

test.for([
  ['web/ui/today.ts', 'export const today = () => new Date()', 1],
  ['server/groups/age.ts', 'export const age = (at: number) => Date.now() - at', 1],
  ['contract/groups/now.ts', 'export const clock = { now: Date.now }', 1],
  ['web/ui/at.ts', 'export const at = (text: string) => new Date(text)', 0],
  ['web/api/server-clock.ts', 'export const device = () => Date.now()', 0],
] as const)('nobody but the clocks asks the machine what time it is: %s', async ([file, text, mistakes]) => {
  await plant({ [file]: text })
  const { violations } = await checkArchitecture(root)
  expect(violations.filter((violation) => violation.startsWith(`one clock: ${file}`))).toHaveLength(mistakes)
})

test.for([
  ['export async function add(scope: ActorScope, name: string) {}', 0],
  ['export async function add(enter: EnterAsActor) {}', 0],
  ['export const most = 5\nexport function add(one: number) {}', 0],
  ['export async function add(name: string) {}', 1],
  ['export function add(name: string): Promise<void> {}', 1],
] as const)('a service takes a scope: %s', async ([text, mistakes]) => {
  const file = 'server/groups/service.ts'
  await plant({ [file]: `${sound[file]}\n${text}` })
  expect((await checkArchitecture(root)).violations).toEqual(
    mistakes ? [`a service takes a scope: ${file}: add takes no scope`] : [],
  )
})

test.for([
  ['PUT', 'group.changed', "await recordDone(scope, 'group.changed', id)", []],
  ['PUT', 'group.suspended', "await makeStanding(scope, 'group', row)", []],
  ['GET', undefined, '', []],
  ['PUT', undefined, '', ['act declares no audit action']],
  ['PUT', 'group.changed', '', ['act declares group.changed, which the server never writes']],
] as const)('what changes something is audited: %s, %s', async ([method, audit, text, mistakes]) => {
  const file = 'server/groups/service.ts'
  await plant({ [file]: `${sound[file]}\n${text}` })
  const replies = { 204: null }
  const act = {
    name: 'act',
    method,
    path: '/groups',
    summary: 'Act',
    requires: 'logged-in',
    replies,
    audit,
  } as Endpoint
  expect((await checkArchitecture(root, { endpoints: [act] })).violations).toEqual(
    mistakes.map((what) => `what changes something is audited: ${what}`),
  )
})

test('tests may import anything', async () => {
  await plant({ 'server/groups/groups.test.ts': "import '../subjects/rows.ts'\ndb.updateTable('users')" })
  expect((await checkArchitecture(root)).violations).toEqual([])
})

test('a check that reads no file fails', async () => {
  await rm(root, { recursive: true })
  await plant({ 'server/plain.js': '' })
  await expect(checkArchitecture(root)).rejects.toThrow('saw no TypeScript file')
})

function npmPackage(name: string): Record<string, string> {
  return {
    [`node_modules/${name}/package.json`]: `{ "name": "${name}", "version": "1.0.0", "main": "index.js" }`,
    [`node_modules/${name}/index.js`]: '',
  }
}

async function plant(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
}
