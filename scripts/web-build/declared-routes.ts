import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A route of the web app, as its `createRoute` declares it. */
export interface DeclaredRoute {
  /** The whole path, such as `/rounds/$id`; that of the route above it if it has none. */
  path: string
  /** The route whose page draws this one. */
  parent: DeclaredRoute | undefined
  /** True below the route that lets only logged-in users in. */
  isForUsers: boolean
  /** The phrase groups that it loads itself. */
  words: string[]
  /** The file of its page. */
  code: string | undefined
  /** The files that it loads as it is opened: its page, and what asks for the page's data. */
  modules: string[]
}

/** `const page = createRoute({`, or `const pages = names.map((name) => createRoute({`, up to the next line of its kind. */
const declaration =
  /^const (\w+) = (?:createRoute\(|\(?(.+?)(?: as const\))?\.map\(\((\w+)\) =>\s+createRoute\()[^]*?(?=^[a-z/]|(?![^]))/gm

/**
 * Reads every route of the web app (`routes.tsx` and each `routes.ts` below `web`) from its source, because a function cannot
 * tell what it imports. Routes that are made for each of several names are read once for each of these. Throws when a file has
 * a route that is written otherwise, because what it loads would not be known.
 */
export function declaredRoutes(web: string): DeclaredRoute[] {
  const files = [path.join(web, 'routes.tsx'), ...globSync(path.join(web, '*/**/routes.ts')).toSorted()]
  return files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const byName = new Map<string, DeclaredRoute>()
    const count = [...source.matchAll(/\bcreateRoute\(/g)].length
    if (count !== [...source.matchAll(declaration)].length)
      throw new Error(`A route of ${file} is not written as 'const … = createRoute(' or made by '.map('`)
    return [...source.matchAll(declaration)].flatMap(([written, name = '', list, variable = '']) => {
      const text = written + functionSpreadIn(written, source)
      const values = list === undefined ? [undefined] : valuesOf(list, source, file)
      return values.map((value) => {
        const route = readRoute(value === undefined ? text : textFor(value, variable, text), file, byName)
        byName.set(name, route)
        return route
      })
    })
  })
}

function readRoute(text: string, file: string, byName: ReadonlyMap<string, DeclaredRoute>): DeclaredRoute {
  const folder = path.dirname(file)
  const [, above = ''] = /getParentRoute: \(\) => (\w+)/.exec(text) ?? []
  const parent = byName.get(above)
  const [, own] = /\bpath: ['`]([^'`]*)/.exec(text) ?? []
  const picked = pickedModule(text, folder)
  const [, code] = /\b(?:code: |lazyPage\()[^]*?await import\('([^']+)'\)/.exec(text) ?? []
  return {
    path: joinedPath(parent?.path ?? '', own),
    parent,
    isForUsers: parent?.isForUsers ?? above === 'loggedIn',
    words: [/\bwords: \[([^\]]*)\]/, /\balsoSay\(([^)]*)\)/]
      .flatMap((list) => [list.exec(text), list.exec(picked)])
      .flatMap((match) => namesIn(match?.[1] ?? '')),
    code: code && path.join(folder, code),
    modules: importsIn(text + picked).map((imported) => path.join(folder, imported)),
  }
}

/** The text of the functions of the same file whose results a route spreads. */
function functionSpreadIn(text: string, source: string): string {
  return [...text.matchAll(/\.\.\.(\w+)\(/g)]
    .map(([, name]) => new RegExp(`^function ${name}\\([^]*?^}`, 'm').exec(source)?.[0] ?? '')
    .join('\n')
}

/** The line of a module that has a loader for each name, such as `(await import('./pages.ts')).pages['name']()`. */
function pickedModule(text: string, folder: string): string {
  const [, module, name] = /import\('([^']+)'\)\)\.\w+\['([^']+)'\]\(\)/.exec(text) ?? []
  if (module === undefined) return ''
  const lines = readFileSync(path.join(folder, module), 'utf8').split(/^ {2}(?=\S)/m)
  return lines.find((line) => line.startsWith(`${name}:`) || line.startsWith(`'${name}':`)) ?? ''
}

/** The names that routes are made for: those of a list in the same file, or the paths or names of an imported one. */
function valuesOf(list: string, source: string, file: string): string[] {
  if (list.startsWith('[')) return namesIn(list)
  const [, from = ''] = new RegExp(`import \\{[^}]*\\b${list}\\b[^}]*\\} from '([^']+)'`).exec(source) ?? []
  const [, values = ''] =
    new RegExp(`\\b${list} = \\[([^]*?)\\] as const`).exec(readFileSync(path.join(path.dirname(file), from), 'utf8')) ??
    []
  const paths = [...values.matchAll(/\bpath: '([^']+)'/g)].map(([, value = '']) => value)
  return paths.length > 0 ? paths : namesIn(values)
}

/** The text of a route with one of the names in the places of the variable that stands for it. */
function textFor(value: string, variable: string, text: string): string {
  return text
    .replaceAll(new RegExp(`\\$\\{${variable}(\\.path)?\\}`, 'g'), value)
    .replace(`path: ${variable}.path`, `path: '${value}'`)
    .replace(/\bpath,/, `path: '${value}',`)
    .replaceAll('[path]', `['${value}']`)
}

function joinedPath(above: string, own: string | undefined): string {
  if (own === undefined) return above
  return own.startsWith('/') && own !== '/' ? own : `${above}/${own}`.replace(/\/+$/, '') || '/'
}

function importsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\bimport\('([^']+)'\)(?!\.catch)/g)].map(([, imported = '']) => imported))]
}

/** The words in quotation marks of a list as it is written. */
export function namesIn(list: string): string[] {
  return [...list.matchAll(/'([\w/-]+)'/g)].map(([, name = '']) => name)
}
