import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { can } from '../../contract/permissions/can.ts'
import { FormLink } from '../editing/form-panel.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { History } from '../lists/history.tsx'
import { paths } from '../paths.ts'
import { useHolder } from '../session/queries.ts'
import { useT } from '../ui/phrases.ts'
import { userDetailQuery, userHistoryQuery } from './queries.ts'
import { UserActions } from './user-actions.tsx'
import { UserFacts } from './user-facts.tsx'

/** One user, and what can be done about them; in its outlet the form that changes them. */
export function UserPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/users/$id' })
  const search = useSearch({ from: '/logged-in/users' })
  const user = useQuery(userDetailQuery(id))
  const seesHistory = can(useHolder(), 'view-audit')
  const mayEdit = user.data?.data.obstacles.edit === null
  return (
    <DetailPage
      words="users"
      id={id}
      name={user.data?.data.fullName}
      kind={t('shell:page.user')}
      detail={user}
      list={paths.users(search)}
      actions={
        mayEdit && (
          <FormLink target={paths.editUser(id, search)} variant="default">
            <IconPencil size={18} aria-hidden />
            {t('users:edit')}
          </FormLink>
        )
      }
    >
      {({ data }, level) => (
        <>
          <UserFacts user={data} level={level} />
          <UserActions user={data} level={level} />
          {seesHistory && <History level={level} query={(cursor) => userHistoryQuery(id, cursor)} />}
        </>
      )}
    </DetailPage>
  )
}
