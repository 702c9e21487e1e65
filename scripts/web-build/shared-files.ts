import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The modules of the build, what they import, and their code. */
type ModuleGraph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...input: never[]) => unknown>>[1]

/** A file of the build. */
interface SharedFile {
  modules: string[]
  /** Characters of its modules before they are compressed. */
  size: number
  /** The parts of the app that need it; each part is loaded by itself when it is first asked for. */
  parts: ReadonlySet<string>
}

const web = path.join(import.meta.dirname, '../../web')
const start = path.join(web, 'main.tsx')
const login = path.join(web, 'visitors/login-page.tsx')
const application = path.join(web, 'application.tsx')
/** The package's module that imports every icon. */
const allIcons = 'tabler-icons-react.mjs'
/** Phrases are loaded by language, whichever page needs them. */
const isWords = /[\\/](phrases[\\/][a-z]{2}_[A-Z]{2}|ui[\\/]words)[\\/]/
/** How many characters a part may load in vain if that saves it the request for one more file. */
const worthOfRequest = 12_000
const weightOfLaterPart = 0.2

/**
 * Names the file that a module goes into, or null for a module that only one part needs: it stays with that part. Whatever the
 * start and the login page need is the file `start`; what the logged-in application needs besides is `application`,
 * and so is every other style sheet, because each file of styles is a request that holds up the first draw. All other modules begin as one file for each set of parts that share them, and files are joined for as long as the requests that
 * this saves are worth more than what parts load in vain.
 */
export function nameSharedFile(): (module: string, graph: ModuleGraph) => string | null {
  let names: ReadonlyMap<string, string> | undefined
  return (module, graph) => {
    names ??= nameFiles(graph)
    return names.get(module) ?? null
  }
}

function nameFiles(graph: ModuleGraph): Map<string, string> {
  const names = new Map<string, string>()
  const files = new Map<string, SharedFile>()
  const inApplication: SharedFile = { modules: [], size: 0, parts: new Set() }
  for (const [module, parts] of partsByModule(graph)) {
    // A page is a file of its own, by whose name it is preloaded.
    if (module.endsWith('-page.tsx') || (isWords.test(module) && !parts.has(start))) continue
    const users = usersOf(parts)
    if (parts.has(start) || parts.has(login)) names.set(module, 'start')
    else if (parts.has(application) || module.endsWith('.css')) inApplication.modules.push(module)
    else if (parts.size > 1) {
      const key = [...users].toSorted().join('\n')
      const { modules, size } = files.get(key) ?? { modules: [], size: 0 }
      const code = graph.getModuleInfo(module)?.code ?? ''
      files.set(key, { modules: [...modules, module], size: size + code.length, parts: users })
    }
  }
  const allParts = new Set([...files.values()].flatMap(({ parts }) => [...parts]))
  const joined = joinFiles([{ ...inApplication, parts: allParts }, ...files.values()], graph)
  for (const [at, { modules }] of joined.entries()) {
    for (const module of modules) names.set(module, at === 0 ? 'application' : `shared-${at}`)
  }
  return names
}

/** Lists, for every module, the parts that load it together with themselves. */
function partsByModule(graph: ModuleGraph): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const parts = new Set([start])
  for (const part of parts) {
    const loaded = new Set([part])
    for (const module of loaded) {
      found.set(module, (found.get(module) ?? new Set()).add(part))
      const { importedIds = [], dynamicallyImportedIds = [], code } = graph.getModuleInfo(module) ?? {}
      for (const imported of importedIds.flatMap((id) => (id.endsWith(allIcons) ? iconsIn(code, id) : id)))
        loaded.add(imported)
      for (const imported of dynamicallyImportedIds) parts.add(imported)
    }
  }
  return found
}

/** Lists the icons whose names are written in the code, because the module that offers all icons imports each of them. */
function iconsIn(code: string | null = '', offering: string): string[] {
  const folder = path.dirname(offering)
  const names = code?.match(/\bIcon[A-Z0-9]\w*/g) ?? []
  return [
    path.join(folder, 'createReactComponent.mjs'),
    ...names.map((name) => path.join(folder, 'icons', `${name}.mjs`)),
  ]
}

/** Names the users of what these parts share: each page by itself, and parts that are loaded later by their folder. */
function usersOf(parts: ReadonlySet<string>): Set<string> {
  return new Set([...parts].map((part) => (part.endsWith('-page.tsx') ? part : path.dirname(part))))
}

/** Joins files, the smallest first, each with the one where that gains most. The first file stays the first. */
function joinFiles(files: readonly SharedFile[], graph: ModuleGraph): SharedFile[] {
  const left = [...files]
  const settled = new Set(files.slice(0, 1))
  for (;;) {
    const [smallest] = left.filter((file) => !settled.has(file)).toSorted((one, other) => one.size - other.size)
    if (smallest === undefined) return left
    const [best] = left
      .filter((file) => file !== smallest && gainOfJoining(file, smallest) > 0)
      .toSorted((one, other) => gainOfJoining(other, smallest) - gainOfJoining(one, smallest))
      .filter((file) => !wouldImportEachOther(file, smallest, left, graph))
    settled.add(smallest)
    if (best === undefined) continue
    const joined: SharedFile = {
      modules: [...best.modules, ...smallest.modules],
      size: best.size + smallest.size,
      parts: new Set([...best.parts, ...smallest.parts]),
    }
    if (best === left[0]) settled.add(joined)
    left.splice(left.indexOf(best), 1, joined)
    left.splice(left.indexOf(smallest), 1)
  }
}

/** The characters' worth of requests that joining saves, less the characters that parts would load in vain. */
function gainOfJoining(one: SharedFile, other: SharedFile): number {
  const both = weightOf([...one.parts].filter((part) => other.parts.has(part)))
  const inVain = one.size * (weightOf(other.parts) - both) + other.size * (weightOf(one.parts) - both)
  return both * worthOfRequest - inVain
}

/** A page is opened by everybody who comes to it; what it loads later is asked for less often. */
function weightOf(parts: Iterable<string>): number {
  return [...parts].reduce((weight, part) => weight + (part.endsWith('-page.tsx') ? 1 : weightOfLaterPart), 0)
}

/** Whether two files, once joined, would import a third that imports them: one of the two would run too early. */
function wouldImportEachOther(one: SharedFile, other: SharedFile, files: readonly SharedFile[], graph: ModuleGraph) {
  const fileOf = new Map(files.flatMap((file) => file.modules.map((module) => [module, file] as const)))
  const importedBy = (file: SharedFile): SharedFile[] =>
    file.modules.flatMap((module) =>
      (graph.getModuleInfo(module)?.importedIds ?? []).flatMap((imported) => fileOf.get(imported) ?? []),
    )
  const reached = new Set([one, other].flatMap(importedBy).filter((file) => file !== one && file !== other))
  for (const file of reached) for (const imported of importedBy(file)) reached.add(imported)
  return reached.has(one) || reached.has(other)
}

/** Ends a build in which files import each other: one of them would run before what it needs is there. */
export function refuseCirclesOfFiles(): Plugin {
  return {
    name: 'refuse-circles-of-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const isSound = new Set<string>()
      const follow = (file: string, way: readonly string[]): void => {
        const part = bundle[file]
        if (isSound.has(file) || part?.type !== 'chunk') return
        if (way.includes(file))
          this.error(`Files import each other: ${[...way, file].join(' → ')}. See nameSharedFile.`)
        for (const imported of part.imports) follow(imported, [...way, file])
        isSound.add(file)
      }
      for (const file of Object.keys(bundle)) follow(file, [])
    },
  }
}
