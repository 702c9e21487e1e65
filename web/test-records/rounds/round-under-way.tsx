import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { Alert } from '../../ui/alert.tsx'
import { Link } from '../../routing/link.tsx'
import { useT } from '../../ui/phrases.ts'
import { roundsQuery } from './queries.ts'

/** Says that a round of a group with a kit is under way, so that nobody starts another one by mistake. */
export function RoundUnderWay({ groupId, assayId }: { groupId: string; assayId: string }) {
  const t = useT()
  const dates = useDates()
  const round = useQuery(roundsQuery()).data?.data.find(
    ({ group, assay, state }) =>
      group.id === groupId && assay.id === assayId && (state === 'open' || state === 'paused'),
  )
  if (round === undefined) return null
  const { id, startedAt, startedBy, zone } = round
  return (
    <Alert tone="notice">
      <p>{t('rounds:start.isUnderWay', { time: dates.instantIn(startedAt, zone), name: startedBy.name })}</p>
      <Link {...paths.round(id)}>{t('rounds:start.openOther')}</Link>
    </Alert>
  )
}
