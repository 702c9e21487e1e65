import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getMyDetails } from '../../contract/own-account/user.ts'
import type { Locale } from '../../contract/locales.ts'

/** The visitor's preferred language, and whether they have a session. */
interface Visitor {
  locale: Locale
  hasSession: boolean
}

/** What the build wrote about its pages (`scripts/web-build/page-files.ts`). */
interface BuiltPages {
  files: string[]
  pages: Page[]
}

interface Page {
  /** Such as `/rounds/$id`; `{-$id}` may be missing in an address, and `/$` is the page of every other address. */
  path: string
  isForUsers: boolean
  /** Places in the list of files. */
  files: Record<Locale, number[]>
}

/**
 * Reads the build in a folder. Returns a function that builds a page's `Link` header with what the page is about to
 * load: its scripts, its styles, its texts and, with a session, the user. Browsers then fetch these beside the first script
 * instead of one after the other, each of which costs a phone a round trip. Throws when the build does not say what pages load.
 */
export function readPagePreloads(folder: string): (pathname: string, visitor: Visitor) => string {
  // The build wrote it in this shape.
  const built = JSON.parse(readFileSync(path.join(folder, '.vite', 'pages.json'), 'utf8')) as BuiltPages
  // A segment that is written out is meant before one that stands for any.
  const pages = built.pages
    .toSorted((one, other) => Number(one.path.includes('$')) - Number(other.path.includes('$')))
    .map((page) => ({ ...page, segments: segmentsOf(page.path) }))
  const known = new Map<string, string>()

  function linkTo(page: Page, locale: Locale): string {
    const key = `${locale} ${page.path}`
    const link = known.get(key) ?? page.files[locale].map((place) => linkToFile(built.files[place] ?? '')).join(', ')
    known.set(key, link)
    return link
  }

  return (pathname, { locale, hasSession }) => {
    const given = segmentsOf(pathname)
    const page = pages.find(({ segments }) => matches(segments, given)) ?? pages.find((one) => one.path === '/$')
    if (page === undefined) throw new Error('The built web app has no page for other addresses')
    const scripts = linkTo(page, locale)
    if (!page.isForUsers || !hasSession) return scripts
    return `</api/v1${getMyDetails.path}>; rel=preload; as=fetch; crossorigin, ${scripts}`
  }
}

function linkToFile(file: string): string {
  return `</${file}>; ${file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload'}`
}

function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '')
}

function matches(route: readonly string[], given: readonly string[]): boolean {
  if (given.length > route.length) return false
  return route.every((segment, at) => {
    const one = given[at]
    if (one === undefined) return segment.startsWith('{-$')
    return segment === one || /^(\$.|\{-\$)/.test(segment)
  })
}
