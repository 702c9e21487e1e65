import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')

/**
 * Makes a newer version of Lateral in this folder: a copy with two migrations that this version does not know, and
 * another build of the web app, with one file more and one less. Returns the addresses of these two files.
 */
export async function makeNewerVersion(folder: string): Promise<{ added: string; removed: string }> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const part of ['server', 'contract', 'database', 'dist', 'scripts', 'package.json']) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const tables = ['tenants', 'organisations', 'groups', 'assays']
  await writeFile(
    path.join(folder, 'database/migrations/9001-columns.sql'),
    tables.map((table) => `alter table ${table} add column bench text;`).join('\n'),
  )
  await writeFile(
    path.join(folder, 'database/migrations/9002-more.sql'),
    `alter table test_records add column bench text not null default 'older'; create table bench (id int);`,
  )
  const build = path.join(folder, 'dist/web')
  const manifest = path.join(build, '.vite/manifest.json')
  await writeFile(manifest, `${await readFile(manifest, 'utf8')}\n`)
  const added = '/assets/bench-newer.js'
  await writeFile(path.join(build, added), 'export {}')
  const gone = (await readdir(path.join(build, 'assets'))).find((name) => name.endsWith('.wasm'))
  if (gone === undefined) throw new Error('The build has no WebAssembly')
  await rm(path.join(build, 'assets', gone))
  return { added, removed: `/assets/${gone}` }
}

/** The migrations that only the newer version has. */
export const ofNewerVersion = ['9001-columns', '9002-more']
