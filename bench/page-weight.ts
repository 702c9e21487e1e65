import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * Prints what each page makes a browser load from the last build, in kB (1000 bytes) after gzip, against its limit. Login
 * is measured whole; a later page by what it adds to login. Exits with 1 when a limit is passed.
 */

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const built = path.join(import.meta.dirname, '..', 'dist', 'web')
const manifestFile = path.join(built, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) {
  process.stderr.write(`There is no build: ${manifestFile} is missing. Run "npm start" first.\n`)
  process.exit(1)
}
// Vite wrote it; its shape is documented.
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

const limits = { login: 110, loginStyles: 15, later: 70 }
/** Spanish is the largest of the three languages. */
const phrases = '../contract/phrases/es_MX'
const login = filesOf(['index.html', `${phrases}/visitors.ts`, 'session/login-page.tsx'])
const laterPages = Object.keys(manifest)
  .filter((name) => name.endsWith('-page.tsx') && name !== 'session/login-page.tsx')
  .toSorted()

const rows = [row('login', login.js, login.css, limits.login)]
for (const name of laterPages) {
  const words = ['application.ts', ...wordsOf(name)]
  const page = filesOf(['index.html', ...words.map((file) => `${phrases}/${file}`), 'application.tsx', name])
  rows.push(
    row(
      `login + ${path.basename(name, '.tsx')}`,
      without(page.js, login.js),
      without(page.css, login.css),
      limits.later,
    ),
  )
}
process.stdout.write(
  line(['page', 'JS gz kB', 'CSS gz kB', 'JS limit', 'ratio']) + rows.map((cells) => line(cells)).join(''),
)
const areStylesHeavy = weigh(login.css) > limits.loginStyles
if (areStylesHeavy) process.stderr.write(`The styles of login are heavier than ${limits.loginStyles} kB.\n`)
process.exitCode = areStylesHeavy || rows.some(({ 4: ratio }) => Number(ratio) > 1) ? 1 : 0

function row(page: string, js: Set<string>, css: Set<string>, limit: number): string[] {
  const weight = weigh(js)
  return [page, weight.toFixed(1), weigh(css).toFixed(1), String(limit), (weight / limit).toFixed(3)]
}

function line([page = '', ...figures]: readonly string[]): string {
  return `${page.padEnd(28)}${figures.map((figure) => figure.padStart(11)).join('')}\n`
}

/** The words that a page asks for besides those of every page, as `web/routes.tsx` does. */
function wordsOf(name: string): string[] {
  if (name.startsWith('invites/')) return ['invites.ts', 'records.ts']
  if (name.endsWith('/create-test-page.tsx')) return ['recording.ts']
  if (/^(dashboard|test-records)\//.test(name)) return ['records.ts']
  return /^(own-account|session)\/(?!logged-out)/.test(name) ? ['accounts.ts'] : []
}

/** The files that these modules need, with everything that they import at once. */
function filesOf(names: readonly string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>()
  const css = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}`)
    if (js.has(chunk.file)) continue
    js.add(chunk.file)
    for (const sheet of chunk.css ?? []) css.add(sheet)
    waiting.push(...(chunk.imports ?? []))
  }
  return { js, css }
}

function without(files: Set<string>, known: Set<string>): Set<string> {
  return new Set([...files].filter((file) => !known.has(file)))
}

function weigh(files: Set<string>): number {
  return (
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length, 0) /
    1000
  )
}
