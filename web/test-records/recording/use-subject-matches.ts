import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { searchLength } from '../../../contract/listing.ts'
import { shortestSearch } from '../../../contract/limits-and-times.ts'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import type { FoundSubject } from '../../../contract/subjects/subject.ts'
import { subjectIn, subjectMatchesQuery, useSubjectOpening } from '../../subjects/queries.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { recordingFailure } from './error-words.ts'
import type { SubjectStepProps } from './subject-step-props.ts'

/** The pause in typing before the text is searched for, in milliseconds. */
const pause = 150

export interface Matches {
  list: readonly SubjectMatch[]
  /** With `current` the matches answer the typed text; with `waiting` they still answer the text before it. */
  state: 'none' | 'waiting' | 'current' | 'failed'
  hasMore: boolean
}

/**
 * Searches for subjects that match the typed text. A late answer to an earlier text is never shown as the answer to
 * this one.
 */
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

/** A subject that only other groups know. */
export type KnownElsewhere = Omit<FoundSubject, 'hasNamesake' | 'isFormer' | 'isOneOfSeveral'>

export const openingFailure = { ...recordingFailure, refused: { 404: 'subjectSearch:gone' } } as const

/**
 * Opens a chosen match, because the shown data may be outdated and the audit trail records opening. A match in the
 * draft's group becomes its subject; `known` is one that only other groups know.
 */
export function useChosenMatch(draft: SubjectStepProps['draft'], change: SubjectStepProps['change']) {
  const opening = useSubjectOpening()
  const [known, setKnown] = useState<KnownElsewhere>()

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
