import { IconBuilding, IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { OrganisationListItem } from '../../contract/organisations/organisation-list.ts'
import { mayKeepOrganisations } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { ListPage } from '../lists/list-page.tsx'
import { placeColumns, standingFilter } from '../lists/place-columns.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { organisationAddress, organisationsQuery } from './queries.ts'

export function OrganisationsPage() {
  const t = useT()
  const search = useSearch({ from: '/logged-in/organisations' })
  return (
    <ListPage
      words="organisations"
      search={search}
      address={organisationAddress}
      query={organisationsQuery}
      columns={placeColumns<OrganisationListItem>(t, {
        target: ({ id, name }) => paths.organisation(id, { ...search, crumb: name }),
        tests: ({ id }) => ({ organisation: id }),
        statusOf: ({ status }) => status,
      })}
      sortWords={(sort) => t(`places:sort.${sort}`)}
      cardsBelow={1024}
      filters={(change) => standingFilter(t, search.status, (status) => change({ status }))}
      create={
        mayKeepOrganisations(useHolder()) && (
          <FormLink target={paths.newOrganisation(search)} icon={IconPlus} word={t('organisations:create')} />
        )
      }
      picture={<IconBuilding size={40} stroke={1.5} aria-hidden />}
    />
  )
}
