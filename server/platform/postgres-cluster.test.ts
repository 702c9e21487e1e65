import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ensureCluster, prepareClusterFolder, type ClusterPaths } from './postgres-cluster.ts'

let dataDir: string
let paths: ClusterPaths

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lateral-cluster-'))
  paths = await prepareClusterFolder(dataDir)
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Ends without reading its input, and fails if that is a pipe, which would break. */
const readsNothing = `[ -p /dev/stdin ] || [ -S /dev/stdin ] && { echo "FATAL: a pipe" >&2; exit 1; }`

test('asks a PostgreSQL that reads no input for its version', async () => {
  await mkdir(paths.cluster)
  await writeFile(path.join(paths.cluster, 'PG_VERSION'), '18\n')
  await writeFile(paths.secret, 'secret\n')
  const postgres = await program('postgres', `${readsNothing}; echo "postgres (PostgreSQL) 18.4"`)
  expect(await ensureCluster(paths, { initdb: postgres, postgres }, () => undefined)).toBe('secret')
})

test('creates a database with programs that read no input, and quotes one that fails', async () => {
  const initdb = await program('initdb', `${readsNothing}; mkdir "$(echo "$1" | cut -d= -f2)"`)
  const broken = await program('broken', 'echo "FATAL: no space" >&2; exit 1')
  await expect(ensureCluster(paths, { initdb, postgres: broken }, () => undefined)).rejects.toThrow('FATAL: no space')
  const postgres = await program('postgres', readsNothing)
  expect(await ensureCluster(paths, { initdb, postgres }, () => undefined)).toMatch(/^[\w-]{32}$/)
})

async function program(name: string, script: string) {
  const file = path.join(dataDir, `fake-${name}`)
  await writeFile(file, `#!/bin/sh\n${script}\ntrue\n`)
  await chmod(file, 0o700)
  return { program: file, leadingArguments: [] }
}
