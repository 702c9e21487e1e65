import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { usePlaceName } from '../../lists/place-name.ts'
import { Answer } from '../../loading/waiting.tsx'
import { useDates } from '../../preferences/use-dates.ts'
import { useCrumb } from '../../routing/page-crumb.ts'
import { Facts, given } from '../../ui/facts.tsx'
import { Page } from '../../ui/page.tsx'
import { useT } from '../../ui/phrases.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { roundQuery, type ShownRound } from './queries.ts'
import { PrintRound } from './print-round.tsx'
import { Roster } from './roster.tsx'

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
      detail={query.data && t(`rounds:state.${query.data.data.state}`)}
      isDense
    >
      <Answer query={query} waiting={<RowSkeletons rows={6} label={t('shell:loading')} />}>
        {(shown) => (
          <>
            <About round={shown} />
            <PrintRound shown={shown} />
            <Roster key={id} shown={shown} />
          </>
        )}
      </Answer>
    </Page>
  )
}

function About({ round: { data: round } }: { round: ShownRound }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const { assay, group, organisation, specimen, lot, lotExpiry, location, startedAt, startedBy, zone } = round
  return (
    <Facts
      facts={given([
        [t('fields:groupId'), [placeName({ ...group, organisation }), location].filter(Boolean).join(' · ')],
        [t('fields:assayId'), [assay.name, specimen].filter(Boolean).join(' · ')],
        [t('fields:lot'), lot && [lot, lotExpiry && dates.day(lotExpiry)].filter(Boolean).join(' · ')],
        [
          t('rounds:startedLabel'),
          t('rounds:started', { time: dates.instantIn(startedAt, zone), name: startedBy.name }),
        ],
      ])}
    />
  )
}
