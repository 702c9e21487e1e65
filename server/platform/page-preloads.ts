import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { getMyDetails } from '../../contract/own-account/user.ts'
import { locales, writtenIn, type Locale } from '../../contract/locales.ts'

/** A chunk of the build in Vite's manifest. */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

/** The visitor's preferred language, and whether they have a session. */
interface Visitor {
  locale: Locale
  hasSession: boolean
}

interface Page {
  /** The modules that draw the page; must agree with its route (`web/<noun>/routes.ts`). */
  modules: string[]
  /** The modules of the page's texts besides those of every page; must agree with its route. */
  words: string[]
}

/** The module of a noun's texts, or of those that the web app joins; `LOCALE` stands for the locale. */
const nounWords = (noun: string) => `../contract/phrases/LOCALE/${noun}.ts`
const joinedWords = (name: string) => `ui/words/${name}.LOCALE.ts`

/**
 * Pages whose modules or texts do not follow from the first segment of their path. A page that does, such as `/invites`
 * (see `pageNamedBy`), needs no line here.
 */
const firstPages: Readonly<Record<string, Page>> = {
  '': {
    modules: ['dashboard/dashboard-page.tsx', 'dashboard/start-dashboard.ts'],
    words: [nounWords('dashboard'), nounWords('test-records')],
  },
  'create-test': { modules: ['test-records/create-test-page.tsx'], words: [nounWords('recording')] },
  organisations: { modules: ['organisations/organisations-page.tsx'], words: [joinedWords('places')] },
  groups: { modules: ['groups/groups-page.tsx'], words: [joinedWords('places')] },
  assays: { modules: ['assays/assays-page.tsx'], words: [nounWords('assays'), joinedWords('places')] },
  imports: { modules: ['imports/imports-page.tsx'], words: [nounWords('importing')] },
  'own-user': {
    modules: ['own-account/own-user-page.tsx'],
    words: [joinedWords('accounts'), nounWords('person-details')],
  },
}

/** The list of a noun, by the first segment of its path: its page, and its texts, which have the same name. */
function pageNamedBy(segment: string): Page {
  return { modules: [`${segment}/${segment}-page.tsx`], words: [nounWords(segment)] }
}

const loginPage: Page = { modules: ['visitors/login-page.tsx'], words: [] }

/** The parts of every page except the login page, which is a document without the rest of the application. */
const application: Page = { modules: ['application.tsx'], words: [] }
const everyPage: Page = { modules: [], words: [joinedWords('every-page')] }

/** A locale that shares the phrases of another has a module of differences, too. */
function wordsIn(locale: Locale, modules: readonly string[]): string[] {
  const written = modules.map((name) => name.replace('LOCALE', writtenIn(locale)))
  return writtenIn(locale) === locale ? written : [...written, `../contract/phrases/${locale}/differences.ts`]
}

/**
 * Lists every module that the pages above preload, as a path from `web/`. The web app must import each of them
 * dynamically, so that the build has a file for it.
 */
export function preloadedModules(): string[] {
  const pages = [everyPage, application, loginPage, ...Object.values(firstPages)]
  const named = pages.flatMap(({ modules, words }) => [
    ...modules,
    ...locales.flatMap((locale) => wordsIn(locale, words)),
  ])
  return [...new Set(named)]
}

/**
 * Reads the build in a folder. Returns a function that builds a page's `Link` header with what the page is about to
 * load: its scripts, its texts and, with a session, the user. Browsers then fetch these beside the first script instead
 * of one after the other, each of which costs a phone a round trip. Throws when the build lacks any of them.
 */
export function readPagePreloads(folder: string): (pathname: string, visitor: Visitor) => string {
  // Vite writes this file in the documented shape of its manifest.
  const manifest = JSON.parse(readFileSync(path.join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >

  /**
   * The manifest does not list a module that shares its chunk with others; the chunk is then found by the module's
   * name.
   */
  function chunkOf(name: string): Chunk | undefined {
    return manifest[name] ?? Object.values(manifest).find((chunk) => chunk.name === path.parse(name).name)
  }

  /** Adds the file of a module and those of its static imports. */
  function addFiles(name: string, found: Set<string>): Set<string> {
    const chunk = chunkOf(name)
    if (chunk === undefined) throw new Error(`The built web app has no ${name}`)
    if (found.has(chunk.file)) return found
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file)
    for (const imported of chunk.imports ?? []) addFiles(imported, found)
    return found
  }

  function pageAt(segment: string, locale: Locale): Page | undefined {
    if (Object.hasOwn(firstPages, segment)) return firstPages[segment]
    const page = pageNamedBy(segment)
    const isBuilt = [...page.modules, ...wordsIn(locale, page.words)].every((name) => Object.hasOwn(manifest, name))
    return isBuilt ? page : undefined
  }

  const known = new Map<string, string>()
  function linkTo(modules: readonly string[]): string {
    const key = modules.join()
    const link =
      known.get(key) ??
      largestFirst(modules)
        .map((file) => `</${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}`)
        .join(', ')
    known.set(key, link)
    return link
  }

  /** Browsers without HTTP/2 fetch six files at a time, so the largest must not queue behind the small ones. */
  function largestFirst(modules: readonly string[]): string[] {
    const files = modules.reduce((found, name) => addFiles(name, found), new Set<string>())
    return [...files].toSorted((a, b) => sizeOf(b) - sizeOf(a))
  }
  const sizeOf = (file: string): number => statSync(path.join(folder, file)).size

  const preloads = (pathname: string, { locale, hasSession }: Visitor): string => {
    const isLogin = pathname === '/login'
    const page = isLogin ? loginPage : pageAt(pathname.split('/')[1] ?? '', locale)
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
  // Builds every header once, so that an incomplete build is refused at the start and not at the first visit.
  for (const name of ['login', ...Object.keys(firstPages)]) {
    for (const locale of locales) preloads(`/${name}`, { locale, hasSession: true })
  }
  return preloads
}
