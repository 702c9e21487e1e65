import path from 'node:path'
import type { Rolldown } from 'vite'

/** How the web app is cut into files: what is loaded together is one file, which compresses better and needs fewer round trips. */

type ModuleGraph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>>[1]

const web = path.join(import.meta.dirname, '..', 'web')
const start = 'main.tsx'
const login = 'session/login-page.tsx'
const application = 'application.tsx'
/** What a user opens first. What most of these need comes as one file; the rest stays with the page that needs it. */
const firstPages = [
  'dashboard/dashboard-page.tsx',
  'test-records/test-records-page.tsx',
  'test-records/create-test-page.tsx',
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
    if (/[\\/](phrases[\\/.]|ui[\\/]words[\\/])/.test(module) || module === path.join(web, application)) return null
    if (isIcon(module)) return 'icons'
    const isNeededBy = (entry: string): boolean => {
      const closure = closures.get(entry) ?? closureOf(path.join(web, entry), graph)
      closures.set(entry, closure)
      return closure.has(module)
    }
    if (isNeededBy(start)) return null
    if (isNeededBy(application)) return isNeededBy(login) ? 'entrance' : 'application'
    if (isNeededBy(login)) return null
    return firstPages.filter(isNeededBy).length > 2 ? 'pages' : null
  }
}

/** Icons come through one index of thousands, so nobody can tell which page needs which; the few dozen used are 3 kB. */
function isIcon(module: string): boolean {
  return /@tabler[\\/]icons-react[\\/].*(icons[\\/]|createReactComponent|defaultAttributes)/.test(module)
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
