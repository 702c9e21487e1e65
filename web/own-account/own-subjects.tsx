import { useQuery } from '@tanstack/react-query'
import { detailKinds } from '../../contract/subjects/detail-kinds.ts'
import { listMySubjects, type OwnSubject } from '../../contract/own-account/my-subjects.ts'
import { queryOf } from '../api/query.ts'
import { useDetailWords } from '../lists/person-details.ts'
import { Facts, given } from '../ui/facts.tsx'
import { useT } from '../ui/phrases.ts'
import { TitledCard } from '../ui/titled-card.tsx'

/** What places that tested the user keep about them, besides their name; nothing if none keeps anything. */
export function OwnSubjects() {
  const { data } = useQuery({ ...queryOf(listMySubjects), staleTime: 0 })
  return data?.data.map((subject) => <OwnFacts key={subject.id} subject={subject} />)
}

function OwnFacts({ subject }: { subject: OwnSubject }) {
  const t = useT()
  const wordsOf = useDetailWords()
  const facts = given(
    detailKinds.map((kind) => [t(`personDetails:kind.${kind}`), wordsOf(subject.details, kind)] as const),
  )
  if (facts.length === 0) return null
  const place = `${subject.group}, ${subject.organisation}`
  return (
    <TitledCard title={t('personDetails:own')} intro={t('personDetails:ownIntro', { place })}>
      <Facts facts={facts} />
    </TitledCard>
  )
}
