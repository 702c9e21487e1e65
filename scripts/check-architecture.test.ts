import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkArchitecture } from './check-architecture.ts'

/** A small project that keeps every rule. */
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
  'server/access/door.ts': "import '../platform/database.ts'",
  'server/testing/database.ts': "import 'pg'",
  'server/subjects/routes.ts': "import 'fastify'\nimport './service.ts'\nimport '../access/door.ts'",
  'server/subjects/service.ts': "import './repository.ts'\nimport '../../contract/subjects/subject.ts'",
  'server/subjects/repository.ts': "import 'pg'",
  'server/subjects/lookup-routes.ts': "import 'fastify'\nimport './lookup-service.ts'",
  'server/subjects/lookup-service.ts': "import './repository.ts'",
  'server/groups/routes.ts': "import './service.ts'",
  'server/groups/service.ts': "import '../subjects/service.ts'",
  'database/demo/load.ts': "import '../../server/subjects/service.ts'\nimport '../../server/platform/database.ts'",
  'web/subjects/page.tsx': "import './queries.ts'\nimport '../ui/field.tsx'\nimport '@tanstack/react-router'",
  'web/subjects/queries.ts': "import '../api/client.ts'",
  'web/groups/page.tsx': "import '../subjects/queries.ts'",
  'web/api/client.ts': "import type { Subject } from '../../contract/subjects/subject.ts'\nexport type Reply = Subject",
  'web/ui/field.tsx': 'export const Field = () => null',
  'e2e/journey.test.ts': "import '../contract/subjects/subject.ts'",
}

const wrong: [rule: string, file: string, addition: string][] = [
  ['no import in a circle', 'server/subjects/repository.ts', "import './rows.ts'"],
  ['every import leads somewhere', 'web/subjects/queries.ts', "import './missing.ts'"],
  ['the contract imports only itself, zod and libphonenumber-js', 'contract/subjects/subject.ts', "import 'node:fs'"],
  ['the contract imports only itself, zod and libphonenumber-js', 'contract/subjects/subject.ts', "import 'fastify'"],
  ['the server imports only the contract and itself', 'server/subjects/service.ts', "import '../../web/ui/field.tsx'"],
  [
    'the web app imports only the contract and itself',
    'web/api/client.ts',
    "import type { X } from '../../server/app.ts'",
  ],
  ['the web app runs in a browser', 'web/ui/field.tsx', "import 'node:path'"],
  ['journeys see only the contract and HTTP', 'e2e/journey.test.ts', "import '../server/app.ts'"],
  ['only repositories, access and platform touch SQL', 'server/subjects/service.ts', "import type { Pool } from 'pg'"],
  ['services know nothing of HTTP', 'server/subjects/service.ts', "import type { FastifyRequest } from 'fastify'"],
  ['services know nothing of HTTP', 'server/subjects/service.ts', "import './lookup-routes.ts'"],
  [
    'services know nothing of HTTP',
    'server/subjects/lookup-service.ts',
    "import type { FastifyRequest } from 'fastify'",
  ],
  ['routes go through their service', 'server/subjects/routes.ts', "import './repository.ts'"],
  ['routes go through their service', 'server/subjects/lookup-routes.ts', "import './repository.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './service.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './lookup-service.ts'"],
  ['repositories call nobody above', 'server/subjects/repository.ts', "import './lookup-routes.ts'"],
  [
    'a server noun knows another only by its service.ts and columns.ts',
    'server/groups/service.ts',
    "import '../subjects/repository.ts'",
  ],
  ['the platform knows no noun', 'server/platform/database.ts', "import '../subjects/rows.ts'"],
  ['only tests use server/testing', 'server/subjects/service.ts', "import '../testing/database.ts'"],
  ['a web noun knows another only by its queries.ts', 'web/groups/page.tsx', "import '../subjects/page.tsx'"],
  ['web/ui knows no router, query or noun', 'web/ui/field.tsx', "import '@tanstack/react-router'"],
  ['web/ui knows no router, query or noun', 'web/ui/field.tsx', "import '../groups/page.tsx'"],
  [
    'demo data go through the contract, the platform and services',
    'database/demo/load.ts',
    "import '../../server/subjects/repository.ts'",
  ],
]

let root: string

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'lateral-architecture-'))
  await plant({ ...sound, 'server/subjects/rows.ts': "import './repository.ts'" })
})

afterEach(() => rm(root, { recursive: true, force: true }))

test('a project that keeps the rules passes, and every file of it was read', async () => {
  const typescript = Object.keys(sound).filter((name) => /^(?!node_modules).*\.tsx?$/.test(name))
  expect(await checkArchitecture(root)).toEqual({ modules: typescript.length + 1, violations: [] })
})

test.for(wrong)('%s: %s may not say %s', async ([rule, file, addition]) => {
  await plant({ [file]: `${sound[file]}\n${addition}` })
  const { violations } = await checkArchitecture(root)
  expect(violations.filter((violation) => violation.startsWith(`${rule}: `))).not.toEqual([])
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
