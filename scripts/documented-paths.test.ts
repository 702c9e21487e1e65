import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { rooms } from './architecture-rules.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The paths in backticks of a text that lie in a folder with code; paths with a placeholder are left out. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([a-z0-9-]+\/[\w./-]*)`/g)]
    .map(([, named = '']) => named)
    .filter((named) => rooms.includes(named.split('/')[0] ?? ''))
}

// Decisions describe the past, and may name files that are gone.
const documents = globSync('{*.md,docs/*.md}', { cwd: root })

test('documents are found, and name files', () => {
  expect(documents).toContain(path.join('docs', 'architecture.md'))
  expect(pathsIn('`server/access/door/door.ts`, `server/<noun>/`, `application/json`, `web/ui/`')).toEqual([
    'server/access/door/door.ts',
    'web/ui/',
  ])
})

test.for(documents)('%s names only files that exist', async (document) => {
  const named = pathsIn(await readFile(path.join(root, document), 'utf8'))
  expect(named.filter((each) => !existsSync(path.join(root, each)))).toEqual([])
})
