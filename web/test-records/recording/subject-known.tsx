import { useRef } from 'react'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { subjectIn, useAcquainting } from '../../subjects/queries.ts'
import { differencesOf, identityFields } from '../../editing/identity-differences.ts'
import { confirmed, foundAt, keepWords, SubjectTaken, useTaken, type Kept } from '../../editing/subject-taken.tsx'
import { WhatDiffers } from '../../editing/what-differs.tsx'
import { usePlaceName } from '../../lists/place-name.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import type { Elements } from '../../ui/elements.ts'
import { shownWhole } from '../../ui/in-sight.ts'
import { useT } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { typedIdentity } from './typed-identity.ts'
import { useGroupName } from './use-group-name.ts'
import type { SubjectStepProps } from './subject-step-props.ts'
import { openingFailure, type KnownElsewhere } from './use-subject-matches.ts'

/**
 * A subject whom another group knows and this one does not yet. Testing here makes it known to this group, so that the test is of the
 * same subject. If the group has somebody like it, the user is asked who it is. `words` replace the usual text, and `children` are further choices.
 */
export function SubjectKnown({
  known,
  draft,
  change,
  onRefused,
  words,
  children,
}: {
  known: KnownElsewhere
  words?: { title: string; text: string } | undefined
  children?: Elements
} & Pick<SubjectStepProps, 'draft' | 'change' | 'onRefused'>) {
  const t = useT()
  const placeName = usePlaceName()
  const groupName = useGroupName()
  const { typing, day } = useDates()
  const acquainting = useAcquainting()
  const { taken, ask } = useTaken(draft.group?.id ?? null, known.id)
  /** What the user has said to be of another subject here. */
  const kept = useRef<Kept>({})
  const group = foundAt(known, placeName)
  const typed = draft.isNewSubject ? typedIdentity(draft.typedSubject, typing) : {}
  const differing = differencesOf(typed, known, identityFields(known.kind)).different

  function testHere() {
    const groupId = draft.group?.id
    if (groupId === undefined) return
    acquainting.mutate(
      { id: known.id, groupId, ...confirmed(known, kept.current) },
      {
        onSuccess: () => change({ subject: subjectIn(groupId, known), isNewSubject: false }),
        onError: (error) => {
          if ('groupId' in fieldErrors(error)) onRefused(error)
          else if (!(error instanceof ApiError) || error.code !== 'duplicate') return
          // Two subjects of a group cannot have one email: the form says so and offers the choices.
          else if ('email' in fieldErrors(error) && !('lastName' in fieldErrors(error))) openForm()
          else void ask(error, known)
        },
      },
    )
  }

  function keep() {
    if (taken !== undefined) kept.current = { ...kept.current, [taken.by]: taken.text }
    testHere()
  }

  function openForm() {
    const { email, dateOfBirth, firstName, lastName, localId, customId1, customId2 } = known
    change({
      isNewSubject: true,
      typedSubject: {
        email: email ?? '',
        dateOfBirth: typedDate(dateOfBirth, typing),
        firstName: firstName ?? '',
        lastName: lastName ?? '',
        localId: localId ?? '',
        customId1: customId1 ?? '',
        customId2: customId2 ?? '',
        hasOneName: false,
      },
    })
  }

  if (taken !== undefined && acquainting.isError) {
    const { holder } = taken
    return (
      <SubjectTaken taken={taken} firstName="" entered={`${subjectName(known) ?? ''} (${group})`}>
        {holder !== undefined && holder.groupId === draft.group?.id && (
          <Button
            variant="default"
            onClick={() => change({ subject: subjectIn(holder.groupId, holder), isNewSubject: false })}
          >
            {t('subjectSearch:taken.choose', { name: subjectName(holder) ?? '' })}
          </Button>
        )}
        {taken.by !== 'email' && (
          <Button variant="default" isPending={acquainting.isPending} onClick={keep}>
            {t(taken.by === 'localId' ? keepWords.localId : 'subjectSearch:taken.alsoHere')}
          </Button>
        )}
      </SubjectTaken>
    )
  }

  return (
    <div ref={shownWhole}>
      <Alert tone="notice" title={words?.title ?? t('recording:subject.knownTitle', { group })}>
        <p style={{ margin: '0 0 12px' }}>
          {numberOfAnother(acquainting.error) ??
            failureWords(acquainting.error, openingFailure) ??
            words?.text ??
            t('recording:subject.knownText', { name: subjectName(known) ?? '', group, here: groupName(draft) })}
        </p>
        {known.dateOfBirth !== null && (
          <p style={{ margin: '0 0 12px', fontSize: 20, fontWeight: 600, lineHeight: '28px' }}>
            {t('subjectSearch:born', { date: day(known.dateOfBirth) })}
          </p>
        )}
        <WhatDiffers
          one={{ head: t('subjectSearch:differs.entered'), identity: typed }}
          other={{ head: subjectName(known) ?? '', identity: known }}
          fields={differing}
        />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
          <Button variant="default" isPending={acquainting.isPending} onClick={testHere}>
            {t('recording:subject.testHere')}
          </Button>
          {children}
        </div>
      </Alert>
    </div>
  )
}

/** Says that somebody else in the group has the subject's NHS number, if the server says so. */
function numberOfAnother(error: unknown): string | undefined {
  return fieldErrors(error)['details.nhsNumber']
}
