import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** How the web app is cut into files: what is loaded together is one file, which compresses better and needs fewer round trips. */

type ModuleGraph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>>[1]

const web = path.join(import.meta.dirname, '..', 'web')
const start = 'main.tsx'
const login = 'session/login-page.tsx'
const application = 'application.tsx'
const entries = new Set([start, login, application].map((name) => path.join(web, name)))
/** Characters of a module that is not worth a round trip of its own. */
const small = 500
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
 * Answers the name of the file that a module goes to, or null where Rolldown should choose. Ask it once for a whole build:
 * it remembers what the entries import.
 */
export function chunkNames(): (module: string, graph: ModuleGraph) => string | null {
  const closures = new Map<string, Set<string>>()
  return (module, graph) => {
    // The words of a page come with its language. An entry keeps a file of its own, else it and its parts need each other.
    if (/[\\/](phrases[\\/][a-z]{2}_[A-Z]{2}|ui[\\/]words)[\\/]/.test(module) || entries.has(module)) return null
    if (isIcon(module)) return 'start'
    if (isOfFewPages(module)) return null
    const isNeededBy = (entry: string): boolean => {
      const closure = closures.get(entry) ?? closureOf(path.join(web, entry), graph)
      closures.set(entry, closure)
      return closure.has(module)
    }
    if (isNeededBy(start)) return 'start'
    if (isNeededBy(application)) return isNeededBy(login) ? 'entrance' : 'application'
    if (isNeededBy(login)) return 'fields'
    const isSmall = (graph.getModuleInfo(module)?.code?.length ?? 0) < small
    return firstPages.filter(isNeededBy).length >= (isSmall ? 2 : 3) ? 'application' : null
  }
}

/** Icons come through one index of thousands, so nobody can tell which page needs which; the few dozen used are 3 kB, and some are needed at once. */
function isIcon(module: string): boolean {
  return /@tabler[\\/]icons-react[\\/].*(icons[\\/]|createReactComponent|defaultAttributes)/.test(module)
}

/**
 * The router and the queries come through one index, too. The router's blocker is for what can be left unsaved, and no page
 * is that from the start; one page alone has a list that grows.
 */
function isOfFewPages(module: string): boolean {
  return /@tanstack[\\/](react-router[\\/].*useBlocker|.*-query[\\/].*useInfiniteQuery|query-core[\\/].*infiniteQueryObserver)/.test(
    module,
  )
}

/** A module and everything that it imports at once. */
function closureOf(root: string, graph: ModuleGraph): Set<string> {
  const found = new Set<string>()
  const waiting = [root]
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (found.has(module) || module.includes('@tabler')) continue
    found.add(module)
    waiting.push(...(graph.getModuleInfo(module)?.importedIds ?? []))
  }
  return found
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
