import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { can, type Holder } from '../../contract/permissions/can.ts'
import type { Permission } from '../../contract/permissions/permissions.ts'
import { alsoSay, type PhraseGroup, type PhraseKey } from '../ui/phrases.ts'
import { requireHolder } from './guards.ts'
import { lazyPage } from './page-part.ts'

/** What a guard can reach, and the path of the page that is opened, which may be one below its own. */
export interface Guarded {
  context: { queries: QueryClient }
  location: { pathname: string }
}

/** Where somebody is about to be: what the address says, and what guards and queries can reach. */
interface Entering<Search, Params> extends Guarded {
  search: Search
  params: Params
  /** `enter` when the page is opened, `stay` when something changes on it. */
  cause: 'preload' | 'enter' | 'stay'
}

interface PageOfUsers<Search, Params> {
  title: PhraseKey
  /** Open to holders of at least one of these; others are told that nothing was found. Left out: to every user. */
  permission?: readonly [Permission, ...Permission[]]
  /** The same by a rule, where no permission alone says who may: the one that the page's endpoint names. */
  rule?: (holder: Holder) => boolean
  /** What else must hold; it throws a redirect where it does not. */
  guard?: (entering: Guarded) => void
  /** What the page says besides the words of every page. */
  words: readonly PhraseGroup[]
  /** Starts the page's own query as it is opened, while its code loads. What fails here is asked for again by the page. */
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
      // A link that is pointed at is not opened yet: the server would note that somebody saw what they did not.
      const isOpened = entering.cause === 'enter'
      return { answered: isOpened ? starts?.(entering.context.queries, entering).catch(() => undefined) : undefined }
    },
  }
}
