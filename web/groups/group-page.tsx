import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FormLink } from '../editing/form-panel.tsx'
import { can } from '../../contract/permissions/can.ts'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { GroupDetails } from './group-details.tsx'
import { groupQuery } from './group-queries.ts'

export function GroupPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/groups/$id' })
  const { crumb: _, ...search } = useSearch({ from: '/logged-in/groups' })
  const detail = useQuery(groupQuery(id))
  const mayEdit = can(useHolder(), 'edit-groups')
  return (
    <DetailPage
      words="groups"
      id={id}
      name={detail.data?.data.name}
      kind={t('shell:page.group')}
      detail={detail}
      list={paths.groups(search)}
      actions={
        mayEdit && (
          <FormLink target={paths.editGroup(id, search)} variant="default" icon={IconPencil} word={t('places:edit')} />
        )
      }
    >
      {({ data }, level) => <GroupDetails group={data} level={level} />}
    </DetailPage>
  )
}
