import path from 'node:path'
import type { Plugin } from 'vite'
import { locales, writtenIn, type Locale } from '../../contract/locales.ts'
import { declaredRoutes, type DeclaredRoute } from './declared-routes.ts'
import { wordsModule } from './phrase-files.ts'

const root = path.join(import.meta.dirname, '../..')
const web = path.join(root, 'web')

/** What a page loads before it is drawn, as `server/platform/page-preloads.ts` reads it from `.vite/pages.json`. */
interface PageFiles {
  /** The path of its route, such as `/rounds/$id`. */
  path: string
  isForUsers: boolean
  /** Places in the list of all files, the largest file first. */
  files: Record<Locale, number[]>
}

type Bundle = Parameters<Extract<NonNullable<Plugin['generateBundle']>, (...input: never[]) => unknown>>[1]

/**
 * Writes beside the manifest which files each page loads before it is drawn, in each language: its own, those of the pages that
 * draw it in their outlets, and all that these import. The server announces them. Follows from the routes as they are written,
 * and ends the build when a route names a module that no file has.
 */
export function pageFiles(joined: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const filesOf = filesIn(bundle)
        const places = new Map<string, number>()
        const placeOf = (file: string) => places.get(file) ?? places.set(file, places.size).size - 1
        const pages = pagesOf(declaredRoutes(web)).map(({ modules, words, ...page }): PageFiles => {
          const inLocale = (locale: Locale) =>
            filesOf([
              ...modules.map((module) => path.resolve(web, module)),
              ...['everyPage', ...words].map((group) => wordsModule(joined, group, writtenIn(locale))),
              ...(writtenIn(locale) === locale ? [] : [path.join(root, `contract/phrases/${locale}/differences.ts`)]),
            ])
          const files = locales.map((locale) => [locale, inLocale(locale).map(placeOf)])
          return { ...page, files: Object.fromEntries(files) as Record<Locale, number[]> }
        })
        const source = JSON.stringify({ files: [...places.keys()], pages })
        this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
      },
    },
  }
}

/** Login is a document of its own, without the application; of the routes the last one for a path counts. */
function pagesOf(routes: readonly DeclaredRoute[]) {
  const login = { path: '/login', isForUsers: false, modules: ['start.tsx', 'visitors/login-page.tsx'], words: [] }
  const others = routes.map((route) => {
    const line = lineOf(route)
    const modules = ['start.tsx', 'application.tsx', ...line.flatMap((one) => one.modules)]
    return { path: route.path, isForUsers: route.isForUsers, modules, words: line.flatMap((one) => one.words) }
  })
  return [login, ...new Map(others.map((page) => [page.path, page])).values()].filter((page) => page.path !== '')
}

function lineOf(route: DeclaredRoute): DeclaredRoute[] {
  return route.parent === undefined ? [route] : [...lineOf(route.parent), route]
}

/** Returns what lists the files of modules and of all that these import, the largest first. */
function filesIn(bundle: Bundle): (modules: readonly string[]) => string[] {
  const fileOfModule = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk') for (const id of file.moduleIds) fileOfModule.set(id, file.fileName)
  }
  return (modules) => {
    const found = new Set<string>()
    const add = (name: string): void => {
      const file = bundle[name]
      if (found.has(name) || file === undefined) return
      found.add(name)
      if (file.type !== 'chunk') return
      for (const imported of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) add(imported)
    }
    for (const module of modules) {
      const file = fileOfModule.get(module)
      if (file === undefined) throw new Error(`No file of the build has ${path.relative(root, module)}`)
      add(file)
    }
    return [...found].toSorted((one, other) => sizeOf(bundle, other) - sizeOf(bundle, one))
  }
}

function sizeOf(bundle: Bundle, name: string): number {
  const file = bundle[name]
  if (file === undefined) return 0
  return file.type === 'chunk' ? file.code.length : file.source.length
}
