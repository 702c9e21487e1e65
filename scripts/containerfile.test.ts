import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** What the image runs and builds: the server, its commands, and the web app with its configuration. */
const programs =
  '{*.json,vite.config.ts,{server,contract,database,web,scripts/commands,scripts/web-build}/**/*.{ts,tsx,json}}'

/** Made in the image, or no name in the folder. */
const notCopied = ['dist', 'node_modules', '.', '..']

/** The names in the project's folder that the relative paths of this file lead to, imported or read. */
function namedBy(file: string): string[] {
  const paths = read(file).matchAll(/(['"])(\.{1,2}\/[^'"\n]+)\1/g)
  return [...paths].map(([, , named = '']) => path.join(path.dirname(file), named).split(path.sep)[0] ?? '')
}

test('the container gets every file and folder that its programs read', () => {
  const files = globSync(programs, { cwd: root }).filter((file) => !/\.test\.tsx?$|^knip\.json$/.test(file))
  const named = new Set(files.flatMap(namedBy).filter((name) => !notCopied.includes(name)))
  expect([...named]).toEqual(expect.arrayContaining(['package.json', 'server', 'contract', 'database', 'web']))
  const copied = read('deploy/Containerfile')
    .match(/^COPY (?!--from).+(?= \S+$)/gm)
    ?.flatMap((line) => line.split(' ').slice(1))
  expect(copied).toEqual(expect.arrayContaining([...named]))
})
