import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { PhraseKey } from '../ui/phrases.ts'
import { requireLogin } from './guards.ts'
import { PageFailed } from '../loading/page-failed.tsx'
import { Root } from './root.tsx'

interface RouterContext {
  queries: QueryClient
  /** Settles, even after a failure, once the page's first query has been answered; set by `pageOfUsers`. */
  answered?: Promise<unknown> | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name: the title of the document, and the last crumb unless the page names itself. */
    title?: PhraseKey
  }
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: PageFailed })

/** The area of users; the frame around its pages is set in `web/routes.tsx`, because it knows all of them. */
export const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  beforeLoad: requireLogin,
})
