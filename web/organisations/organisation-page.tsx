import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FormLink } from '../editing/form-panel.tsx'
import { can } from '../../contract/permissions/can.ts'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { OrganisationDetails } from './organisation-details.tsx'
import { organisationQuery } from './organisation-queries.ts'

export function OrganisationPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/organisations/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/organisations' })
  const detail = useQuery(organisationQuery(id))
  const mayEdit = can(useHolder(), 'edit-orgs')
  return (
    <DetailPage
      words="organisations"
      id={id}
      name={detail.data?.data.name}
      kind={t('shell:page.organisation')}
      detail={detail}
      list={paths.organisations(search)}
      actions={
        mayEdit && (
          <FormLink target={paths.editOrganisation(id, search)} variant="default">
            <IconPencil size={18} aria-hidden />
            <span>{t('places:edit')}</span>
          </FormLink>
        )
      }
    >
      {({ data }, level) => <OrganisationDetails organisation={data} level={level} />}
    </DetailPage>
  )
}
