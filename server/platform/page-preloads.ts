import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { locales, type Locale } from '../../contract/rules/formats.ts'

/** A part of the build, as Vite's manifest tells of it. */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
}

/** Who asks for a page: the language that the browser prefers, and whether it has a session. */
interface Visitor {
  locale: Locale
  hasSession: boolean
}

interface Page {
  /** The modules that draw it, as its route loads them (`web/<noun>/routes.ts`). */
  modules: string[]
  /** The modules of the words that it says besides those of every page, as its route names them. */
  words: string[]
}

/** The module of what a noun says, or of what several do, in the locale that is put in the place of `LOCALE`. */
const nounWords = (noun: string) => `../contract/phrases/LOCALE/${noun}.ts`
const groupWords = (group: string) => `ui/words/${group}.LOCALE.ts`

/** What users open first, by the first part of the path. Other pages load their own part after the application has begun. */
const firstPages: Readonly<Record<string, Page>> = {
  '': {
    modules: ['dashboard/dashboard-page.tsx', 'dashboard/start-dashboard.ts'],
    words: [nounWords('dashboard'), groupWords('records')],
  },
  'test-records': { modules: ['test-records/test-records-page.tsx'], words: [groupWords('records')] },
  'create-test': { modules: ['test-records/create-test-page.tsx'], words: [nounWords('recording')] },
  invites: { modules: ['invites/invites-page.tsx'], words: [nounWords('invites')] },
  organisations: {
    modules: ['organisations/organisations-page.tsx'],
    words: [groupWords('places')],
  },
  groups: { modules: ['groups/groups-page.tsx'], words: [groupWords('places')] },
  assays: {
    modules: ['assays/assays-page.tsx'],
    words: [nounWords('assays'), groupWords('places')],
  },
  users: { modules: ['users/users-page.tsx'], words: [nounWords('users')] },
  'own-user': { modules: ['own-account/own-user-page.tsx'], words: [groupWords('accounts')] },
}

const loginPage: Page = { modules: ['session/login-page.tsx'], words: [] }

/** The parts of every page but the login page, which is a document without the rest of the application. */
const application: Page = { modules: ['application.tsx'], words: [] }
const everyPage: Page = { modules: [], words: [groupWords('every-page')] }

/** American English is British English with some words in the place of others. */
function wordsIn(locale: Locale, modules: readonly string[]): string[] {
  const written = modules.map((name) => name.replace('LOCALE', locale === 'en_US' ? 'en_GB' : locale))
  return locale === 'en_US' ? [...written, '../contract/phrases/en_US/differences.ts'] : written
}

/** Every module that some page preloads, as a path from `web/`. The web app must load each by itself, so that the build has it. */
export function preloadedModules(): string[] {
  const pages = [everyPage, application, loginPage, ...Object.values(firstPages)]
  const named = pages.flatMap(({ modules, words }) => [
    ...modules,
    ...locales.flatMap((locale) => wordsIn(locale, words)),
  ])
  return [...new Set(named)]
}

/**
 * Reads the build in a folder and answers, for the path of a page, the `Link` header that names what the page is going to
 * load: its scripts, its words and, for who has a session, the user. The browser fetches them beside the first script
 * instead of one after the other, each of which costs a phone a round trip. Throws when the build lacks one of them.
 */
export function readPagePreloads(folder: string): (pathname: string, visitor: Visitor) => string {
  // Vite wrote it; its shape is documented.
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >

  /** A module that shares its file with others is not named by the manifest: the file then has the module's name. */
  function chunkOf(name: string): Chunk | undefined {
    return manifest[name] ?? Object.values(manifest).find((chunk) => chunk.name === path.parse(name).name)
  }

  /** The file of a module, and of all that it imports at once. */
  function addFiles(name: string, found: Set<string>): Set<string> {
    const chunk = chunkOf(name)
    if (chunk === undefined) throw new Error(`The built web app has no ${name}`)
    if (found.has(chunk.file)) return found
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) addFiles(imported, found)
    return found
  }

  const known = new Map<string, string>()
  function linkTo(modules: readonly string[]): string {
    const key = modules.join()
    const link =
      known.get(key) ??
      largestFirst(modules)
        .map((file) => `</${file}>; rel=modulepreload`)
        .join(', ')
    known.set(key, link)
    return link
  }

  /** A browser without HTTP/2 fetches six at a time: were the small ones first, the large ones would wait for all of them. */
  function largestFirst(modules: readonly string[]): string[] {
    const files = modules.reduce((found, name) => addFiles(name, found), new Set<string>())
    return [...files].toSorted((a, b) => sizeOf(b) - sizeOf(a))
  }
  const sizeOf = (file: string): number => statSync(path.join(folder, file)).size

  const preloads = (pathname: string, { locale, hasSession }: Visitor): string => {
    const isLogin = pathname === '/login'
    const page = isLogin ? loginPage : firstPages[pathname.split('/')[1] ?? '']
    const parts = [everyPage, ...(isLogin ? [] : [application]), ...(page === undefined ? [] : [page])]
    const scripts = linkTo([
      'start.tsx',
      ...parts.flatMap(({ words }) => wordsIn(locale, words)),
      ...parts.flatMap(({ modules }) => modules),
    ])
    const isForUsers = page !== undefined && !isLogin
    if (!isForUsers || !hasSession) return scripts
    return `</api/v1${getMyDetails.path}>; rel=preload; as=fetch; crossorigin, ${scripts}`
  }
  // A build that lacks something is refused at the start, not at the first visit.
  for (const name of ['login', ...Object.keys(firstPages)]) {
    for (const locale of locales) preloads(`/${name}`, { locale, hasSession: true })
  }
  return preloads
}
