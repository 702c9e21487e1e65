import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as phrases from '../contract/phrases/en_GB/index.ts'
import { declaredRoutes, namesIn, type DeclaredRoute } from './web-build/declared-routes.ts'

/** The groups that are loaded as one. */
type JoinedPhrases = Readonly<Record<string, readonly string[]>>

const pagesOfVisitors = [
  'account-setup',
  'create-password',
  'invite-code',
  'password-reset',
  'self-registration',
  'sent-result',
  'verify-email',
  'verify-result',
]

/** Groups that pages import without ever saying them, each with its reason. */
const neverSaid: Readonly<Record<string, string>> = {
  'assays/assay-page.tsx: assayForm': 'taking a kit over from the catalogue says it, which is in a panel',
  'own-account/own-user-page.tsx: editing': 'its forms are in no panel of a row, which alone can be gone',
  'tenants/operators-tenant-page.tsx: editing': 'the tabs, which are the forms, load them',
  'tenants/own-tenant-page.tsx: editing': 'the tabs, which are the forms, load them',
  'test-records/changing/correct-form.tsx: recording': 'it takes over the messages of fields, not those of saving',
  'test-records/rounds/start-form.tsx: outbreaks': 'it asks for an outbreak, and changes no rules of them',
  'test-records/running/cancel-run.tsx: recordingDetails': 'it shares only the notice that the test has ended',
  ...Object.fromEntries(
    pagesOfVisitors.map((page) => [
      `visitors/${page}-page.tsx: editing`,
      'visitors open no row, which alone can be gone',
    ]),
  ),
}

/**
 * Lists the phrase groups that a page says and neither its route nor one above it loads, as 'file: group'. Such a page
 * shows keys in place of words, unless another page has loaded the group before. Parts that load later bring their own
 * words if they are imported beside `alsoSay`; otherwise they belong to the page.
 */
export function missingWords(web: string, joined: JoinedPhrases): string[] {
  const missing = new Map<string, string>()
  for (const route of declaredRoutes(web)) {
    if (route.code === undefined) continue
    const { said, loaded } = wordsFrom(route.code)
    const known = new Set(['everyPage', ...wordsOfLine(route), ...loaded].flatMap((group) => joined[group] ?? [group]))
    for (const [group, where] of said) {
      const fault = `${path.relative(web, route.code)}: ${group}`
      if (!known.has(group)) missing.set(fault, path.relative(web, where))
    }
  }
  return [
    ...[...missing].filter(([fault]) => !(fault in neverSaid)).map(([fault, where]) => `${fault}, which ${where} says`),
    ...Object.keys(neverSaid)
      .filter((fault) => !missing.has(fault))
      .map((fault) => `${fault}, which is loaded after all`),
  ]
}

/** The groups that a route and those above it load. */
function wordsOfLine({ words, parent }: DeclaredRoute): string[] {
  return parent === undefined ? words : [...wordsOfLine(parent), ...words]
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

if (import.meta.main) {
  const web = path.join(import.meta.dirname, '../web')
  const { joinedPhrases } = (await import(path.join(web, 'ui/joined-phrases.ts'))) as { joinedPhrases: JoinedPhrases }
  const missing = missingWords(web, joinedPhrases)
  for (const fault of missing) process.stderr.write(`No words: ${fault}\n`)
  process.exitCode = missing.length > 0 ? 1 : 0
}
