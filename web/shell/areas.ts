import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute } from '@tanstack/react-router'
import type { PhraseKey } from '../ui/phrases.ts'
import { requireLogin } from './guards.ts'
import { PageFailed } from './page-failed.tsx'
import { lazyPage } from './page-part.ts'
import { Root } from './root.tsx'
import { Shell } from './shell.tsx'

/** What every guard can reach. */
interface RouterContext {
  queries: QueryClient
  /** Settles once what the page asks for as it is opened has been answered, well or badly; set by `pageOfUsers`. */
  answered?: Promise<unknown> | undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name, in the title of the document and as the last crumb when nothing better is known. */
    title?: PhraseKey
  }
}

export const root = createRootRouteWithContext<RouterContext>()({ component: Root, errorComponent: PageFailed })

export const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  component: lazyPage(async () => (await import('./visitors.tsx')).Visitors),
})

export const loggedIn = createRoute({
  getParentRoute: () => root,
  id: 'logged-in',
  component: Shell,
  beforeLoad: requireLogin,
})
