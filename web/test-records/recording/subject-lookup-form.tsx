import { useEffect, useEffectEvent, useState } from 'react'
import { can } from '../../../contract/permissions/can.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useHolder } from '../../session/queries.ts'
import { useSubjectLookup } from '../../subjects/queries.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { Alert } from '../../ui/alert.tsx'
import { useT } from '../../ui/phrases.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { checkLookup } from './draft-check.ts'
import { errorWords, recordingFailure } from './error-words.ts'
import { StepFrame } from './step-frame.tsx'
import { SubjectKnown } from './subject-known.tsx'
import { SubjectSearchField } from './subject-search-field.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useStepForm } from './use-step-form.ts'
import { openingFailure, useChosenMatch, useSubjectMatches } from './use-subject-matches.ts'

type Identifier = 'email' | 'customId1' | 'customId2'

/**
 * Finds a subject by email or by the tenant's two custom IDs. People who may view subjects can also type the start of a
 * name, an email or an ID.
 */
export function SubjectLookupForm({ draft, refused, change, onBack, onRefused, takeSearch }: SubjectStepProps) {
  const t = useT()
  const { hint } = useDates()
  const subjects = useSubjectSettings()
  const { form, errors, show, clear } = useStepForm()
  const lookup = useSubjectLookup()
  const { choose, opening, known, setKnown } = useChosenMatch(draft, change)
  const isHuman = subjects.kind === 'human'
  const canSearch = can(useHolder(), 'view-subjects')
  const [searched, setSearched] = useState<Identifier>()
  const { email, customId1, customId2 } = draft.typedSubject
  const matches = useSubjectMatches(
    searched === undefined ? '' : isHuman ? email : `${customId1} ${customId2}`,
    draft.group?.id,
  )
  const isMissing = lookup.error instanceof ApiError && lookup.error.status === 404
  /** True if a search for a possible name or local ID was submitted, whose answer may come after Enter. */
  const [isAsked, setAsked] = useState(false)

  function submit() {
    const checked = checkLookup(draft, subjects.kind)
    if (
      !checked.ok &&
      isHuman &&
      canSearch &&
      email.trim() !== '' &&
      (!email.includes('@') || matches.list.length > 0)
    ) {
      setSearched('email')
      setAsked(true)
      return
    }
    if (!checked.ok) {
      show(errorWords(checked.errors, t, hint, { customId1: subjects.customId1, customId2: subjects.customId2 }))
      return
    }
    setSearched(undefined)
    opening.reset()
    lookup.mutate(checked.value, {
      onSuccess: (found) => {
        const { groupName: _, organisationName: _of, ...subject } = found
        if (found.groupId === draft.group?.id) change({ subject })
        else setKnown(found)
      },
      onError: (error) => show(fieldErrors(error)),
    })
  }

  const begin = useEffectEvent(() => {
    if (!takeSearch()) return
    if (isHuman || checkLookup(draft, subjects.kind).ok) return submit()
    // If only one of two IDs was typed, people who may search see its matches, and others go on to the other ID.
    const [typed, other] =
      customId1 === '' ? (['customId2', 'customId1'] as const) : (['customId1', 'customId2'] as const)
    if (canSearch) setSearched(typed)
    form.current?.querySelector<HTMLElement>(`[name="${canSearch ? typed : other}"]`)?.focus()
  })
  // A subject that was typed on the previous page is looked up when this one appears.
  useEffect(() => {
    const timer = setTimeout(() => begin())
    return () => clearTimeout(timer)
  }, [])

  /** Whether a search was submitted with text that is not a whole email, and its matches are known. */
  const isAnswered = isAsked && matches.state !== 'waiting'
  const hasMatches = matches.list.length > 0

  function field(name: Identifier, label: string) {
    return {
      name,
      label,
      value: draft.typedSubject[name],
      error: errors[name] ?? (isAnswered && !hasMatches ? t('subjectSearch:wholeEmail') : undefined),
      onChange: (event: { currentTarget: { value: string } }) => {
        change({ typedSubject: { ...draft.typedSubject, [name]: event.currentTarget.value } })
        clear(name)
        setAsked(false)
        setKnown(undefined)
        lookup.reset()
        opening.reset()
      },
    }
  }

  function search(name: Identifier) {
    const ids = { first: subjects.customId1, second: subjects.customId2 }
    return {
      matches: name === searched && known === undefined ? matches : undefined,
      words: {
        ...(isAnswered && hasMatches && { found: t('subjectSearch:choose') }),
        none: t(isHuman ? 'subjectSearch:none' : 'subjectSearch:noneOfIds', ids),
        failed: t(isHuman ? 'subjectSearch:failed' : 'subjectSearch:failedOfIds', ids),
      },
      onShow: (isShown: boolean) => setSearched(isShown ? name : undefined),
      onChoose: choose,
    }
  }

  return (
    <StepFrame
      title={t(isHuman ? 'recording:subject.title' : 'recording:subject.titleOther')}
      help={t('recording:subject.help')}
      form={form}
      errors={errors}
      error={
        failureWords(opening.error, openingFailure) ??
        (isMissing ? undefined : failureWords(lookup.error, recordingFailure)) ??
        refused
      }
      isPending={lookup.isPending || opening.isPending}
      submit={t('recording:subject.find')}
      onSubmit={submit}
      onBack={onBack}
    >
      {isHuman && canSearch && (
        <SubjectSearchField {...field('email', t('subjectSearch:label'))} {...search('email')} inputMode="email" />
      )}
      {isHuman && !canSearch && (
        <TextField
          {...field('email', t('fields:email'))}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {!isHuman &&
        (['customId1', 'customId2'] as const).map((name) =>
          canSearch ? (
            <SubjectSearchField key={name} {...field(name, subjects[name])} {...search(name)} />
          ) : (
            <TextField key={name} {...field(name, subjects[name])} autoComplete="off" />
          ),
        )}
      {known !== undefined && <SubjectKnown known={known} draft={draft} change={change} onRefused={onRefused} />}
      {isMissing && (
        <Alert tone="notice">
          <p style={{ margin: '0 0 12px' }}>{t(isHuman ? 'errors:email-not-found' : 'errors:custom-id-not-found')}</p>
          <Button variant="default" onClick={() => change({ isNewSubject: true })}>
            {t('recording:subject.create')}
          </Button>
        </Alert>
      )}
    </StepFrame>
  )
}
