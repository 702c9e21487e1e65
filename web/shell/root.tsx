import { Outlet, useRouterState } from '@tanstack/react-router'
import { pageTitle, usePreferences } from '../tenants/queries.ts'
import { useT } from '../ui/phrases.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'

/** Around every page: the title of the document. */
export function Root() {
  const t = useT()
  const preferences = usePreferences()
  const title = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  useDocumentTitle(title === undefined ? preferences.productName : pageTitle(preferences, t(title)))
  return <Outlet />
}
