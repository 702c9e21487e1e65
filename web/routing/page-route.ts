import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { can, type Holder } from '../../contract/permissions/can.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import { alsoSay, type PhraseGroup, type PhraseKey } from '../ui/phrases.ts'
import { requireHolder } from './guards.ts'
import { lazyPage } from '../loading/lazy-page.ts'

/** The router's context in a guard, and the path of the opened page, which may be below the guard's own. */
export interface Guarded {
  context: { queries: QueryClient }
  location: { pathname: string }
}

/** The context of a page that is being opened: its address, and the router's context. */
interface Entering<Search, Params> extends Guarded {
  search: Search
  params: Params
  /** `enter` when the page is opened, `stay` when something changes on it. */
  cause: 'preload' | 'enter' | 'stay'
}

interface PageOfUsers<Search, Params> {
  title: PhraseKey
  /**
   * Admits holders of at least one of these; others are told that nothing was found. Without it, every user is
   * admitted.
   */
  permission?: readonly [Permission, ...Permission[]]
  /** Admits holders by the rule of the page's endpoint, for pages that no permission alone can decide. */
  rule?: (holder: Holder) => boolean
  /** A further condition; it throws a redirect if that is not met. */
  guard?: (entering: Guarded) => void
  /** The phrase groups that the page needs besides those of every page. */
  words: readonly PhraseGroup[]
  /** Starts the page's own query as it is opened, while its code loads. The page repeats a query that fails here. */
  starts?: (queries: QueryClient, at: { search: Search; params: Params }) => Promise<unknown>
  code: () => Promise<ComponentType>
}

/** The options of a route to a page of the logged-in area, to spread beside its path. */
export function pageOfUsers<Search = Record<never, never>, Params = Record<never, never>>(
  page: PageOfUsers<Search, Params>,
) {
  const { title, permission, rule, guard, words, starts, code } = page
  return {
    staticData: { title },
    component: lazyPage(async () => {
      const [component] = await Promise.all([code(), alsoSay(...words)])
      return component
    }),
    beforeLoad(entering: Entering<Search, Params>) {
      guard?.(entering)
      if (permission !== undefined) requireHolder((holder) => can(holder, permission))(entering)
      if (rule !== undefined) requireHolder(rule)(entering)
      // A link under the pointer only preloads: the server would otherwise record that somebody opened something.
      const isOpened = entering.cause === 'enter'
      return { answered: isOpened ? starts?.(entering.context.queries, entering).catch(() => undefined) : undefined }
    },
  }
}

/**
 * The options of a route to a form, or the like, in a panel over the page of its parent route, which draws it in its
 * outlet. That page stays as it is until the panel has loaded.
 */
export function panelOfUsers<Search = Record<never, never>, Params = Record<never, never>>(
  page: PageOfUsers<Search, Params>,
) {
  return { pendingComponent: () => null, ...pageOfUsers(page) }
}

/** A page of the row that `$id` in its address names. */
interface PageOfRow extends Omit<PageOfUsers<Record<never, never>, { id: string }>, 'starts'> {
  /** Loads the function that makes the row's query, which is started as the page is opened. */
  row: () => Promise<(id: string) => { queryKey: QueryKey; queryFn?: unknown }>
}

/** The options of a route to a page of one row. */
export function pageOfRow({ row, ...page }: PageOfRow) {
  return pageOfUsers<Record<never, never>, { id: string }>({
    ...page,
    // What the query answers is not known here.
    starts: async (queries, { params }) => await queries.prefetchQuery((await row())(params.id) as FetchQueryOptions),
  })
}

/** The options of a route to a form for one row, in a panel as `panelOfUsers` describes. */
export function panelOfRow(page: PageOfRow) {
  return { pendingComponent: () => null, ...pageOfRow(page) }
}
