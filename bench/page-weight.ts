import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { locales, writtenIn } from '../contract/locales.ts'
import { fileOf } from '../contract/phrases/phrases.ts'

/**
 * Prints what each page of the last build makes a browser load, in kB (1000 bytes) after gzip, beside its limit:
 * login's scripts and styles, the style sheet that all other pages share, and the scripts of each of them together with
 * login's files. Exits with 1 when a limit is exceeded. Bytes are the same on every machine, so `npm test` runs this with its checks.
 */

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

const web = path.join(import.meta.dirname, '..', 'web')
const built = path.join(import.meta.dirname, '..', 'dist', 'web')
const manifestFile = path.join(built, '.vite', 'manifest.json')
if (!existsSync(manifestFile)) {
  process.stderr.write(`There is no build: ${manifestFile} is missing. Run "npm start" first.\n`)
  process.exit(1)
}
// Vite writes this file in the documented shape of its manifest.
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>

/**
 * In kB: `login` bounds the login page with its styles, `page` any other page together with login, and `sheet` the styles of all
 * those pages, which a browser loads once with the first of them.
 */
const limits = { login: 135, sheet: 30, page: 228 }
const weightIn = (locale: string) => weigh(filesOf([wordsIn('everyPage', locale)]))
const [largest = ''] = locales.map(writtenIn).toSorted((one, other) => weightIn(other) - weightIn(one))
const start = filesOf(['start.tsx', wordsIn('everyPage'), 'visitors/login-page.tsx'])
const laterPages = [...Object.keys(manifest), 'dashboard/dashboard-page.tsx']
  .filter((name) => name.endsWith('-page.tsx') && name !== 'visitors/login-page.tsx')
  .toSorted()

const sheets = filesOf(['application.tsx']).filter((file) => file.endsWith('.css') && !start.includes(file))

const rows = [row('login', start, limits.login), row('the sheet of all other pages', sheets, limits.sheet)]
for (const name of laterPages) {
  const page = filesOf(['start.tsx', wordsIn('everyPage'), ...wordsOf(name), 'application.tsx', name])
  rows.push(
    row(
      `login + ${path.basename(name, '.tsx')}`,
      [...new Set([...start, ...page])].filter((file) => !sheets.includes(file)),
      limits.page,
    ),
  )
}
process.stdout.write(line(['page', 'gz kB', 'limit', 'ratio']) + rows.map(({ cells }) => line(cells)).join(''))
const passed = rows.filter(({ isOver }) => isOver)
for (const { cells } of passed) process.stderr.write(`Too heavy: ${cells[0]}, ${cells[1]} of ${cells[2]} kB\n`)
process.exitCode = passed.length > 0 ? 1 : 0

function row(page: string, files: readonly string[], limit: number): { cells: string[]; isOver: boolean } {
  const weight = weigh(files)
  return { cells: [page, weight.toFixed(1), String(limit), (weight / limit).toFixed(3)], isOver: weight > limit }
}

function line([page = '', ...figures]: readonly string[]): string {
  return `${page.padEnd(28)}${figures.map((figure) => figure.padStart(11)).join('')}\n`
}

/** Reads from the routes of a page's folder (`words`) the modules of texts that it loads besides those of every page. */
function wordsOf(page: string): string[] {
  if (page.endsWith('/verify-result-page.tsx')) return [wordsIn('verifying')]
  if (/^visitors\/(logged-out|other-session|policy|error|suspended)-/.test(page)) return []
  if (page.startsWith('visitors/')) return [wordsIn('accounts')]
  const routes = page.startsWith('dashboard/') ? 'routes.tsx' : `${page.split('/')[0]}/routes.ts`
  if (!existsSync(path.join(web, routes))) return []
  const source = readFileSync(path.join(web, routes), 'utf8')
  const declared =
    source
      .slice(0, source.indexOf(`/${path.basename(page)}'`))
      .split('words: [')
      .at(-1) ?? ''
  return [...declared.slice(0, declared.indexOf(']')).matchAll(/'(\w+)'/g)].map(([, group = '']) => wordsIn(group))
}

/** The module of a group of texts, in the locale whose texts are the largest unless another is given. */
function wordsIn(group: string, locale = largest): string {
  const joined = `ui/words/${fileOf(group)}.${locale}.ts`
  return joined in manifest ? joined : `../contract/phrases/${locale}/${fileOf(group)}.ts`
}

/** Returns the scripts and stylesheets of these modules and of everything that they import statically. */
function filesOf(names: readonly string[]): string[] {
  const files = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const { file, imports = [], css = [] } = chunkOf(name)
    if (files.has(file)) continue
    for (const part of [file, ...css]) files.add(part)
    waiting.push(...imports)
  }
  return [...files]
}

/**
 * The manifest does not list a module that shares its chunk with others; the chunk is then found by the module's name.
 */
function chunkOf(name: string): Chunk {
  const chunk = manifest[name] ?? Object.values(manifest).find((one) => one.name === path.parse(name).name)
  if (chunk === undefined) throw new Error(`The build has no ${name}`)
  return chunk
}

function weigh(files: readonly string[]): number {
  return (
    files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length, 0) / 1000
  )
}
