import { statSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/**
 * Divides the web app into files: modules that are loaded together share a file, which compresses better and needs
 * fewer round trips.
 */

type ModuleGraph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>>[1]

/** The file of the build that loads others. */
interface Host {
  hostId: string
  hostType: 'html' | 'js'
}

const web = path.join(import.meta.dirname, '..', 'web')
const start = 'main.tsx'
const login = 'session/login-page.tsx'
const application = 'application.tsx'
const loginEntry = path.join(web, login)
/** A module with fewer characters is not worth a round trip of its own. */
const small = 500
/** Modules that the frame of the logged-in area loads once it is drawn. */
const afterFirstPage = ['session/idle-guard.tsx', 'shell/runs-badge.tsx']
/** A style sheet with fewer characters, before compression, is not worth a round trip of its own. */
const smallSheet = 1340
/** A module that more parts of the app than this need is part of the application's file. */
const common = 24
/**
 * The pages that users open first. Modules that most of these need are part of the application's file; the rest stays
 * with its page.
 */
const firstPages = [
  'dashboard/dashboard-page.tsx',
  'test-records/test-records-page.tsx',
  'test-records/create-test-page.tsx',
  // For most users, recording begins with this step.
  'test-records/recording/place-step.tsx',
  'invites/invites-page.tsx',
  'own-account/own-user-page.tsx',
]
/**
 * The page that is opened most often. It has two files: one that requests its data, and one that draws it, which its
 * charts share. Modules that it shares with other pages are part of the application's file, unless those pages are few.
 */
const home = { starts: 'dashboard/start-dashboard.ts', page: 'dashboard/dashboard-page.tsx' }
const few = 12
/** The dashboard needs only the types of these modules, which the build removes. */
const ofRecording = /[\\/]contract[\\/]test-records[\\/](test-draft|new-test-record)\.ts$/
const firstSheet = [start, login, application, ...firstPages]

/**
 * Returns a function that gives the name of a module's file, or null to let Rolldown choose. Use one function for a
 * whole build, because it caches the imports of the entries.
 */
export function chunkNames(): (module: string, graph: ModuleGraph) => string | null {
  const closures = new Map<string, Set<string>>()
  let parts: { part: string; closure: Set<string> }[] | undefined
  return (module, graph) => {
    // The phrases of a page load with its language. The login page keeps a file of its own, or it and its parts would
    // need each other.
    if (/[\\/](phrases[\\/][a-z]{2}_[A-Z]{2}|ui[\\/]words)[\\/]/.test(module) || module === loginEntry) return null
    if (isOfFewPages(module)) return null
    const isNeededBy = (entry: string): boolean => {
      const closure = closures.get(entry) ?? closureOf(path.join(web, entry), graph)
      closures.set(entry, closure)
      return closure.has(module)
    }
    // The sheet in the document has the styles that most pages use; larger ones for few pages load with those.
    if (module.endsWith('.css'))
      return firstSheet.some(isNeededBy) || statSync(module).size < smallSheet ? 'start' : null
    // Everyone loads the login page first, and most of its modules are used by the forms of other pages too.
    if (isNeededBy(start) || isNeededBy(login)) return 'start'
    if (isNeededBy(application)) return isIcon(module) ? 'start' : 'application'
    const isSmall = (graph.getModuleInfo(module)?.code?.length ?? 0) < small
    if (firstPages.filter(isNeededBy).length >= (isSmall ? 2 : 3)) return 'application'
    parts ??= partsOf(path.join(web, start), graph).map((part) => ({ part, closure: closureOf(part, graph) }))
    const parted = parts.filter(({ closure }) => closure.has(module))
    if (isIcon(module)) return parted.length > 1 ? 'start' : null
    if (parted.length > common) return 'application'
    if (!ofRecording.test(module)) {
      if (isNeededBy(home.starts) && parted.length <= few) return 'start-dashboard'
      const isOwn = parted.every(({ part }) => part.startsWith(path.join(web, 'dashboard')))
      if (isNeededBy(home.starts) || isNeededBy(home.page)) return isOwn ? 'dashboard-page' : 'application'
    }
    return afterFirstPage.some(isNeededBy) ? 'after-first-page' : null
  }
}

/** An icon that several parts need is too small for a file of its own. */
function isIcon(module: string): boolean {
  return /@tabler[\\/]icons-react[\\/]/.test(module)
}

/** All queries are exported through one index, although only one page has a list that grows. */
function isOfFewPages(module: string): boolean {
  return /@tanstack[\\/](.*-query[\\/].*useInfiniteQuery|query-core[\\/].*infiniteQueryObserver)/.test(module)
}

/** Every module that is loaded separately on demand. */
function partsOf(root: string, graph: ModuleGraph): string[] {
  const known = new Set([root])
  const parts = new Set<string>()
  const waiting = [root]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(module) ?? {}
    for (const part of dynamicallyImportedIds) parts.add(part)
    for (const next of [...importedIds, ...dynamicallyImportedIds]) {
      if (!known.has(next)) waiting.push(next)
      known.add(next)
    }
  }
  return [...parts]
}

/** A module and everything that it imports statically. */
function closureOf(root: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const waiting = [root]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (found.has(module)) continue
    found.add(module)
    waiting.push(...(graph.getModuleInfo(module)?.importedIds ?? []))
  }
  return found
}

/**
 * Chooses the files that are requested together with a part of the app: those that are not loaded yet. The part itself
 * is requested by its import, but that waits for style sheets, so it is added to the list if there are any. The lists
 * of all parts are in the application's file, where each name of a file costs eight bytes.
 */
export function filesBesides() {
  let bundle: Rolldown.OutputBundle = {}
  const sheetsOf = (name: string): string[] => {
    const written = bundle[name]
    return written?.type === 'chunk' ? [...(written.viteMetadata?.importedCss ?? [])] : []
  }
  const noteBundle: Plugin = {
    name: 'note-bundle',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, written) {
      bundle = written
    },
  }
  function resolveDependencies(file: string, files: string[], { hostId, hostType }: Host): string[] {
    if (hostType === 'html') return files
    const isThere = /[\\/]start-/.test(hostId)
      ? /[\\/](start|rolldown-runtime)-/
      : /[\\/](start|application|rolldown-runtime)-/
    const waits = files.flatMap(sheetsOf).some((sheet) => !isThere.test(sheet))
    return files.filter((name) => (name !== file || waits) && !isThere.test(name))
  }
  return { noteBundle, resolveDependencies }
}

/**
 * Keeps Vite from wrapping each import of a part to drop unused exports. There are none, because another check finds
 * dead code, and the wrappers would add 1 kB to every page.
 */
export function importWholeParts(): Plugin {
  return {
    name: 'import-whole-parts',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]web[\\/].*\.tsx?$/, code: 'await import(' },
      // Vite looks for names that are taken from the import directly. Code that uses its promise before awaiting it
      // stays unchanged.
      handler: (code) => ({
        code: code.replace(/\bawait import\(([^()]+)\)(?!\s*[.?[(])/g, '(0, await import($1))'),
        map: null,
      }),
    },
  }
}

/**
 * Fails a build whose files import each other in a circle, because one of them would run before its imports are ready.
 */
export function refuseCirclesOfFiles(): Plugin {
  return {
    name: 'refuse-circles-of-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const isSound = new Set<string>()
      const follow = (file: string, way: readonly string[]): void => {
        const part = bundle[file]
        if (isSound.has(file) || part?.type !== 'chunk') return
        if (way.includes(file)) this.error(`Files import each other: ${[...way, file].join(' → ')}. See chunkNames.`)
        for (const imported of part.imports) follow(imported, [...way, file])
        isSound.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}
