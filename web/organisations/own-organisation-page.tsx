import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/queries.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { OrganisationDetails } from './organisation-details.tsx'
import { organisationQuery } from './organisation-queries.ts'

export function OwnOrganisationPage() {
  const t = useT()
  const { organisation } = useUser()
  const own = useQuery({ ...organisationQuery(organisation?.id ?? ''), enabled: organisation !== null }).data?.data
  if (organisation === null) {
    return (
      <Page title={t('shell:page.ownOrganisation')} width="narrow">
        <Notice title={t('organisations:own.none')} text={t('places:own.ask')} />
      </Page>
    )
  }
  return (
    <Page title={own?.name ?? organisation.name} width="narrow">
      {own === undefined ? (
        <RowSkeletons rows={8} label={t('organisations:detail.loading')} />
      ) : (
        <OrganisationDetails organisation={own} level={2} />
      )}
    </Page>
  )
}
