import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { FormLink } from '../editing/form-panel.tsx'
import { DetailPage } from '../lists/detail-page.tsx'
import { paths } from '../paths.ts'
import { lazyPage } from '../loading/lazy-page.ts'
import { Coming } from '../loading/waiting.tsx'
import { useT } from '../ui/phrases.ts'
import { RowSkeletons } from '../ui/row-skeletons.tsx'
import { userDetailQuery } from './queries.ts'
import { UserFacts } from './user-facts.tsx'

/** Loaded separately, so that the facts do not wait for it. The route has started to load it. */
const ActionsAndHistory = lazyPage(async () => (await import('./user-actions.tsx')).ActionsAndHistory)

/** One user with the possible actions; the edit form is in its outlet. */
export function UserPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/users/$id' })
  const search = useSearch({ from: '/logged-in/users' })
  const user = useQuery(userDetailQuery(id))
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
          <FormLink target={paths.editUser(id, search)} variant="default" icon={IconPencil} word={t('users:edit')} />
        )
      }
    >
      {({ data }, level) => (
        <>
          <UserFacts user={data} level={level} />
          <Coming fallback={<RowSkeletons rows={6} label={t('shell:loading')} />}>
            <ActionsAndHistory user={data} level={level} />
          </Coming>
        </>
      )}
    </DetailPage>
  )
}
