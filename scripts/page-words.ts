import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import * as phrases from '../contract/phrases/en_GB/index.ts'

/** The groups that are loaded as one. */
type JoinedPhrases = Readonly<Record<string, readonly string[]>>

/** A route as its `createRoute` declares it. */
interface Route {
  parent: string | undefined
  /** The phrase groups that it loads itself. */
  words: string[]
  /** The file of its page. */
  code: string | undefined
  /** True if some of its words are computed, so that only a browser can tell them. */
  isOpen: boolean
}

/** Groups that pages import without ever saying them, each with its reason. */
const neverSaid: Readonly<Record<string, string>> = {
  'own-account/own-user-page.tsx: editing': 'its forms are in no panel of a row, which alone can be gone',
  'tenants/operators-tenant-page.tsx: editing': 'the tabs, which are the forms, load them',
  'tenants/own-tenant-page.tsx: editing': 'the tabs, which are the forms, load them',
  'test-records/changing/correct-form.tsx: recording': 'it takes over the messages of fields, not those of saving',
  'test-records/running/cancel-run.tsx: recordingDetails': 'it shares only the notice that the test has ended',
}

/**
 * Lists the phrase groups that a page says and neither its route nor one above it loads, as 'file: group'. Such a page
 * shows keys in place of words, unless another page has loaded the group before. Parts that load later bring their own
 * words if they are imported beside `alsoSay`; otherwise they belong to the page.
 */
export function missingWords(web: string, joined: JoinedPhrases): string[] {
  const missing = new Map<string, string>()
  for (const file of [path.join(web, 'routes.tsx'), ...globSync(path.join(web, '*/routes.ts'))]) {
    const routes = routesIn(file)
    for (const { code, words, parent, isOpen } of routes.values()) {
      if (code === undefined || isOpen) continue
      const { said, loaded } = wordsFrom(code)
      const known = new Set(
        ['everyPage', ...words, ...wordsAbove(routes, parent), ...loaded].flatMap((group) => joined[group] ?? [group]),
      )
      for (const [group, where] of said) {
        const fault = `${path.relative(web, code)}: ${group}`
        if (!known.has(group)) missing.set(fault, path.relative(web, where))
      }
    }
  }
  return [
    ...[...missing].filter(([fault]) => !(fault in neverSaid)).map(([fault, where]) => `${fault}, which ${where} says`),
    ...Object.keys(neverSaid)
      .filter((fault) => !missing.has(fault))
      .map((fault) => `${fault}, which is loaded after all`),
  ]
}

/** Reads the routes of a file by their names. */
function routesIn(file: string): Map<string, Route> {
  const declarations = readFileSync(file, 'utf8')
    .split(/^const (?=\w+ = createRoute\()/m)
    .slice(1)
  return new Map(
    declarations.map((text) => {
      const [, words = ''] = /\bwords: \[([^\]]*)\]/.exec(text) ?? []
      const [, code] = /\bcode: .*import\('([^']+)'\)/.exec(text) ?? []
      return [
        /^\w+/.exec(text)?.[0] ?? '',
        {
          parent: /getParentRoute: \(\) => (\w+)/.exec(text)?.[1],
          words: namesIn(words),
          code: code && path.join(path.dirname(file), code),
          isOpen: words.includes('...'),
        },
      ]
    }),
  )
}

function wordsAbove(routes: ReadonlyMap<string, Route>, name: string | undefined): string[] {
  const route = name === undefined ? undefined : routes.get(name)
  return route === undefined ? [] : [...route.words, ...wordsAbove(routes, route.parent)]
}

/**
 * Follows the imports of a page. `said` are the groups in the keys of these modules, each with a file that says it;
 * `loaded` are the groups that parts of the page load themselves.
 */
function wordsFrom(page: string): { said: Map<string, string>; loaded: string[] } {
  const said = new Map<string, string>()
  const loaded: string[] = []
  const seen = new Set<string>()
  const waiting = [page]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !/\/web\/.*\.tsx?$/.test(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8').replaceAll(/^import type [^]*?'$/gm, '')
    for (const [, group = ''] of text.matchAll(/['`](\w+):[\w.$]/g))
      if (Object.hasOwn(phrases, group)) said.set(group, file)
    for (const [, groups = ''] of text.matchAll(/alsoSay\(([^)]*)\)/g)) loaded.push(...namesIn(groups))
    for (const [, target = ''] of text.matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      waiting.push(path.join(path.dirname(file), target))
    }
  }
  return { said, loaded }
}

function namesIn(list: string): string[] {
  return [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

if (import.meta.main) {
  const web = path.join(import.meta.dirname, '../web')
  const { joinedPhrases } = (await import(path.join(web, 'ui/joined-phrases.ts'))) as { joinedPhrases: JoinedPhrases }
  const missing = missingWords(web, joinedPhrases)
  for (const fault of missing) process.stderr.write(`No words: ${fault}\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
