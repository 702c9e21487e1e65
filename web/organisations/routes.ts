import { createRoute, redirect } from '@tanstack/react-router'
import { startList } from '../lists/start-list.ts'
import { can, mayKeepOrganisations } from '../../contract/permissions/can.ts'
import { paths, type OrganisationsSearch } from '../paths.ts'
import { currentHolder, userQuery } from '../session/queries.ts'
import { loggedIn } from '../routing/areas.ts'
import { readField } from '../routing/asked-field.ts'
import { pageOfRow, pageOfUsers, panelOfRow, panelOfUsers, type Guarded } from '../routing/page-route.ts'
// Forms of other nouns use these queries too, so they are part of the main bundle.
import { organisationAddress, organisationsQuery } from './queries.ts'

const organisations = createRoute({
  getParentRoute: () => loggedIn,
  path: '/organisations',
  validateSearch: organisationAddress.read,
  ...pageOfUsers<OrganisationsSearch>({
    title: 'shell:page.organisations',
    permission: ['view-orgs'],
    guard: leadToTheirOwn,
    words: ['places'],
    starts: async (queries, { search }) => await startList(queries, organisationsQuery, search),
    code: async () => (await import('./organisations-page.tsx')).OrganisationsPage,
  }),
})

const newOrganisation = createRoute({
  getParentRoute: () => organisations,
  path: 'new',
  ...panelOfUsers({
    title: 'shell:page.newOrganisation',
    rule: mayKeepOrganisations,
    words: ['accounts', 'editing'],
    code: async () => (await import('./organisation-form.tsx')).NewOrganisation,
  }),
})

const organisation = createRoute({
  getParentRoute: () => organisations,
  path: '$id',
  ...pageOfRow({
    title: 'shell:page.organisation',
    words: ['places'],
    row: async () => (await import('./organisation-queries.ts')).organisationQuery,
    code: async () => (await import('./organisation-page.tsx')).OrganisationPage,
  }),
})

const editOrganisation = createRoute({
  getParentRoute: () => organisation,
  path: 'edit',
  validateSearch: readField,
  ...panelOfRow({
    title: 'shell:page.editOrganisation',
    permission: ['edit-orgs'],
    words: ['accounts', 'editing'],
    row: async () => (await import('./organisation-queries.ts')).organisationQuery,
    code: async () => (await import('./organisation-form.tsx')).EditOrganisation,
  }),
})

const ownOrganisation = createRoute({
  getParentRoute: () => loggedIn,
  path: '/own-organisation',
  ...pageOfUsers({
    title: 'shell:page.ownOrganisation',
    permission: ['view-own-org'],
    words: ['places'],
    code: async () => (await import('./organisation-page.tsx')).OwnOrganisationPage,
  }),
})

/** Redirects people who may not see organisations from the address of their own to their own page (spec §6). */
function leadToTheirOwn({ context, location }: Guarded): void {
  const holder = currentHolder(context.queries)
  const own = context.queries.getQueryData(userQuery.queryKey)?.organisation
  if (holder === undefined || !own || can(holder, 'view-orgs') || !can(holder, 'view-own-org')) return
  if (location.pathname === `/organisations/${own.id}`) throw redirect({ ...paths.ownOrganisation(), replace: true })
}

const shownInList = organisations.addChildren([newOrganisation, organisation.addChildren([editOrganisation])])

export const organisationRoutes = [shownInList, ownOrganisation] as const
