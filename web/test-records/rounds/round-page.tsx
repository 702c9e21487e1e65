import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Answer } from '../../loading/waiting.tsx'
import { useCrumb } from '../../routing/page-crumb.ts'
import { Page } from '../../ui/page.tsx'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { roundQuery } from './queries.ts'
import { Roster } from './roster.tsx'
import { RoundStateBadge } from './round-state-badge.tsx'

/** A round: what is the same for everybody, and the people with what was entered for each. */
export function RoundPage() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/rounds/$id' })
  const query = useQuery(roundQuery(id))
  const group = query.data?.data.group.name
  useCrumb(group)
  return (
    <Page
      title={group ?? t('shell:page.round')}
      detail={query.data && <RoundStateBadge state={query.data.data.state} />}
      isDense
    >
      <Answer query={query} waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}>
        {(shown) => <Roster key={id} shown={shown} />}
      </Answer>
    </Page>
  )
}
