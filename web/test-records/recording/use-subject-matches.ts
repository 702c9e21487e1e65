import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchLength } from '../../../contract/listing.ts'
import { shortestSearch, type SubjectMatch } from '../../../contract/subjects/matching.ts'
import type { FoundSubject } from '../../../contract/subjects/subject.ts'
import { subjectIn, subjectMatchesQuery, useSubjectOpening } from '../../subjects/queries.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { recordingFailure } from './error-words.ts'
import type { SubjectStepProps } from './subject-step-props.ts'

/** How long somebody pauses before what they type is looked for, in milliseconds. */
const pause = 150

export interface Matches {
  list: readonly SubjectMatch[]
  /** `current` answers what is typed now; until it does, `waiting` holds what answered the text before. */
  state: 'none' | 'waiting' | 'current' | 'failed'
  hasMore: boolean
}

/** Who fits what is typed. An answer that comes late, to an earlier text, is never shown as one to this. */
export function useSubjectMatches(typed: string, groupId: string | undefined): Matches {
  const search = typed.trim()
  const settled = useSettled(search, pause)
  const isEnough = (text: string) => text.length >= shortestSearch && text.length <= searchLength
  const { data, isPlaceholderData, isError } = useQuery({
    ...subjectMatchesQuery(settled, groupId),
    enabled: isEnough(settled),
    placeholderData: keepPreviousData,
  })
  if (!isEnough(search)) return { list: [], state: 'none', hasMore: false }
  const isSettled = settled === search && !isPlaceholderData
  if (isSettled && isError) return { list: [], state: 'failed', hasMore: false }
  return {
    list: data?.data ?? [],
    state: isSettled && data !== undefined ? 'current' : 'waiting',
    hasMore: data?.hasMore ?? false,
  }
}

/** What is said where a match that was chosen could not be opened. */
export const openingFailure = { ...recordingFailure, refused: { 404: 'subjectSearch:gone' } } as const

/**
 * Choosing a match: it is opened, because what is shown of it may be old by now, and because opening is what the audit trail
 * keeps. One of the draft's group becomes its subject; `known` is one whom only other groups know.
 */
export function useChosenMatch(draft: SubjectStepProps['draft'], change: SubjectStepProps['change']) {
  const opening = useSubjectOpening()
  const [known, setKnown] = useState<FoundSubject>()

  function choose({ id, groups: [group] }: SubjectMatch): void {
    if (opening.isPending) return
    opening.mutate(id, {
      onSuccess: (details) => {
        const here = details.groups.find((group) => group.id === draft.group?.id)
        if (here !== undefined) change({ subject: subjectIn(here.id, details), isNewSubject: false })
        else {
          const names = { groupName: group?.name ?? null, organisationName: group?.organisation.name ?? null }
          setKnown({ ...subjectIn(details.groupId, details), ...names })
        }
      },
    })
  }

  return { choose, opening, known, setKnown }
}
