import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { userQuery } from '../session/queries.ts'
import { pageTitle, usePreferences } from '../preferences/preferences.ts'
import { useT } from '../ui/phrases.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { nameOfHome } from './home-name.ts'

export function Root() {
  const t = useT()
  const preferences = usePreferences()
  // Read only from the cache and not requested, because visitors have pages too.
  const { data: user } = useQuery({ ...userQuery, enabled: false })
  const named = useRouterState({
    select: ({ matches }) => matches.findLast((match) => match.staticData.title)?.staticData.title,
  })
  const title = named === nameOfHome(undefined) ? nameOfHome(user?.userType.name) : named
  useDocumentTitle(title === undefined ? preferences.productName : pageTitle(preferences, t(title)))
  return <Outlet />
}
