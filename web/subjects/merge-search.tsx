import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { subjectName, type ListedSubject, type SubjectDetails } from '../../contract/subjects/subject.ts'
import { EditPanel } from '../editing/edit-panel.tsx'
import { Time } from '../lists/cells.tsx'
import { PartList, PartRow } from '../lists/part-list.tsx'
import { usePlaceName } from '../lists/place-name.ts'
import { SearchField } from '../lists/search-field.tsx'
import { inPlace, paths } from '../paths.ts'
import { useDates } from '../preferences/use-dates.ts'
import { Link } from '../routing/link.tsx'
import { useT } from '../ui/phrases.ts'
import { foundSubjectsQuery } from './merge-queries.ts'
import { subjectQuery } from './queries.ts'
import { useSearchHelp } from './use-search-help.ts'

/**
 * Searches for a subject to merge with, in a panel over the subject, for duplicates that are not detected
 * automatically.
 */
export function MergeSearch() {
  const t = useT()
  const { id } = useParams({ from: '/logged-in/subjects/$id/merge/' })
  const search = useSearch({ from: '/logged-in/subjects' })
  const subject = useQuery(subjectQuery(id))
  const name = subject.data && (subjectName(subject.data.data) ?? t('lists:anonymized'))
  return (
    <EditPanel
      title={t('shell:page.mergeSubject')}
      {...(name !== undefined && { intro: t('merging:search.intro', { name }) })}
      below={paths.subject(id, search)}
      query={subject}
      rows={3}
      list={paths.subjects(search)}
    >
      {(stored) => <Search subject={stored} />}
    </EditPanel>
  )
}

/** The search begins with a value that both are likely to share: the last name, or for animals the herd. */
function Search({ subject }: { subject: SubjectDetails }) {
  const t = useT()
  const help = useSearchHelp()
  const [typed, setTyped] = useState(subject.lastName ?? subject.customId2 ?? undefined)
  return (
    <>
      <SearchField help={help} value={typed ?? ''} onChange={setTyped} />
      {typed !== undefined && (
        <PartList
          key={typed}
          title={t('merging:search.found')}
          level={3}
          query={(cursor) => foundSubjectsQuery(typed, cursor)}
          none={t('merging:search.none')}
          row={(found) => <Found subject={subject} found={found} />}
        />
      )}
    </>
  )
}

function Found({ subject, found }: { subject: SubjectDetails; found: ListedSubject }) {
  const t = useT()
  const dates = useDates()
  const placeName = usePlaceName()
  const search = useSearch({ from: '/logged-in/subjects' })
  const name = subjectName(found) ?? t('lists:anonymized')
  const isSelf = found.id === subject.id
  const about = [
    isSelf && t('merging:search.self'),
    found.formerly && t('lists:formerly', { name: found.formerly }),
    found.dateOfBirth !== null && t('merging:born', { date: dates.day(found.dateOfBirth) }),
    found.email !== name && found.email,
    found.localId,
    found.groups.map(placeName).join('; '),
  ]
  return (
    <PartRow
      main={isSelf ? name : <Link {...inPlace(paths.compareSubjects(subject.id, found.id, search))}>{name}</Link>}
      second={about.filter(Boolean).join(' · ')}
      end={
        found.lastTestedAt === null ? (
          t('subjects:neverTested')
        ) : (
          <>
            <span>{`${t('subjects:column.lastTested')} `}</span>
            <Time at={found.lastTestedAt} />
          </>
        )
      }
    />
  )
}
