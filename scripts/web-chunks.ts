import { statSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** How the web app is cut into files: what is loaded together is one file, which compresses better and needs fewer round trips. */

type ModuleGraph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>>[1]

/** Which file of the build loads others. */
interface Host {
  hostId: string
  hostType: 'html' | 'js'
}

const web = path.join(import.meta.dirname, '..', 'web')
const start = 'main.tsx'
const login = 'session/login-page.tsx'
const application = 'application.tsx'
const loginEntry = path.join(web, login)
/** Characters of a module that is not worth a round trip of its own. */
const small = 500
/** What the frame of the logged-in area asks for once it stands. */
const afterFirstPage = ['session/idle-guard.tsx', 'shell/runs-badge.tsx']
/** Characters of a style sheet that is not worth a round trip of its own, before it is compressed. */
const smallSheet = 1340
/** A module that more parts of the app than this need comes with the application. */
const common = 24
/** What a user opens first. What most of these need comes with the application; the rest stays with the page that needs it. */
const firstPages = [
  'dashboard/dashboard-page.tsx',
  'test-records/test-records-page.tsx',
  'test-records/create-test-page.tsx',
  // Of recording it is the first step for most.
  'test-records/recording/place-step.tsx',
  'invites/invites-page.tsx',
  'own-account/own-user-page.tsx',
]
/**
 * Opened more often than any other page. It is two files: what asks for its data, and what draws them, from which its charts take what
 * they share with it. What it shares with others comes with the application, unless these are few.
 */
const home = { starts: 'dashboard/start-dashboard.ts', page: 'dashboard/dashboard-page.tsx' }
const few = 12
/** The dashboard takes from these no more than what a draft looks like, of which the build keeps nothing. */
const ofRecording = /[\\/]contract[\\/]test-records[\\/](test-draft|new-test-record)\.ts$/
const firstSheet = [start, login, application, ...firstPages]

/**
 * Answers the name of the file that a module goes to, or null where Rolldown should choose. Ask it once for a whole build:
 * it remembers what the entries import.
 */
export function chunkNames(): (module: string, graph: ModuleGraph) => string | null {
  const closures = new Map<string, Set<string>>()
  let parts: { part: string; closure: Set<string> }[] | undefined
  return (module, graph) => {
    // The words of a page come with its language. The login page keeps a file of its own, else it and its parts need each other.
    if (/[\\/](phrases[\\/][a-z]{2}_[A-Z]{2}|ui[\\/]words)[\\/]/.test(module) || module === loginEntry) return null
    if (isOfFewPages(module)) return null
    const isNeededBy = (entry: string): boolean => {
      const closure = closures.get(entry) ?? closureOf(path.join(web, entry), graph)
      closures.set(entry, closure)
      return closure.has(module)
    }
    // The sheet that stands in the document has what most pages are drawn with; what is larger and for few comes with them.
    if (module.endsWith('.css'))
      return firstSheet.some(isNeededBy) || statSync(module).size < smallSheet ? 'start' : null
    // Whoever comes meets the login page or has met it, and most of what it is made of stands in other pages' forms too.
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

/** The queries come through one index, too, and one page alone has a list that grows. */
function isOfFewPages(module: string): boolean {
  return /@tanstack[\\/](.*-query[\\/].*useInfiniteQuery|query-core[\\/].*infiniteQueryObserver)/.test(module)
}

/** Every module that is loaded by itself, when it is first needed. */
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

/** A module and everything that it imports at once. */
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
 * Chooses the files that are asked for with a part of the app: those that are not there already. The part itself is asked for by its
 * import, but that waits for style sheets, so where there are any it is asked for with them. The lists of all parts stand in the
 * application, where each name of a file costs its eight bytes.
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
 * Keeps Vite from wrapping each import of a part in what leaves out names that nobody takes of it. There are none, for a check finds
 * dead code, and the wrappings are 1 kB of what every page loads.
 */
export function importWholeParts(): Plugin {
  return {
    name: 'import-whole-parts',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]web[\\/].*\.tsx?$/, code: 'await import(' },
      // Vite looks for names that are taken of the import itself. What is done with its promise before it is awaited stays as it is.
      handler: (code) => ({
        code: code.replace(/\bawait import\(([^()]+)\)(?!\s*[.?[(])/g, '(0, await import($1))'),
        map: null,
      }),
    },
  }
}

/** Ends a build whose files import each other in a circle: one of them would run before what it needs is there. */
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
