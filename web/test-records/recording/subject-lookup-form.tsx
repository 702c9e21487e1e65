import { useEffect, useEffectEvent, useState } from 'react'
import { can } from '../../../contract/permissions/can.ts'
import { folded, foldedId } from '../../../contract/rules/folding.ts'
import type { SubjectMatch } from '../../../contract/subjects/matching.ts'
import { subjectName } from '../../../contract/subjects/subject.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useHolder } from '../../session/queries.ts'
import { useSubjectLookup } from '../../subjects/queries.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { Alert } from '../../ui/alert.tsx'
import { useT } from '../../ui/phrases.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { checkLookup, checkLookupByNames } from './draft-check.ts'
import { untypedSubject } from './draft.ts'
import { errorWords, recordingFailure } from './error-words.ts'
import { StepFrame } from './step-frame.tsx'
import { SubjectKnown } from './subject-known.tsx'
import { SubjectSearchField } from './subject-search-field.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { Button } from '../../ui/button.tsx'
import { OneNameField, useFirstNameOf } from '../../editing/one-name-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useStepForm } from './use-step-form.ts'
import { openingFailure, useChosenMatch, useSubjectMatches, type Matches } from './use-subject-matches.ts'
import * as styles from './subject-search-field.module.css'

type Identifier = 'email' | 'customId1' | 'customId2' | 'firstName' | 'lastName' | 'dateOfBirth'

/**
 * Finds a subject by email or by the tenant's two custom IDs. People who may view subjects can also type the start of a
 * name, an email or an ID.
 */
export function SubjectLookupForm({ draft, refused, change, onBack, onRefused, takeSearch }: SubjectStepProps) {
  const t = useT()
  const { hint, typing } = useDates()
  const subjects = useSubjectSettings()
  const { form, errors, show, clear } = useStepForm()
  const lookup = useSubjectLookup()
  const { choose, opening, known, setKnown } = useChosenMatch(draft, change)
  const isHuman = subjects.kind === 'human'
  const canSearch = can(useHolder(), 'view-subjects')
  const isByNames = isHuman && subjects.identifiesBy === 'names'
  /** True for whoever cannot search: they look people up by both names and the date of birth. */
  const asksNames = isByNames && !canSearch
  const [searched, setSearched] = useState<Identifier>()
  const { email, customId1, customId2, hasOneName } = draft.typedSubject
  const firstName = useFirstNameOf(hasOneName)
  const matches = useSubjectMatches(
    searched === undefined ? '' : isHuman ? email : `${customId1} ${customId2}`,
    draft.group?.id,
  )
  /** What the user was told of who was found: that somebody else has the same names and date of birth, or that a merge has led there. */
  const [warning, setWarning] = useState<string>()
  const isMissing = lookup.error instanceof ApiError && lookup.error.status === 404
  /** True if a search for a possible name or local ID was submitted, whose answer may come after Enter. */
  const [isAsked, setAsked] = useState(false)

  /** Whether a search was submitted with text that is not a whole email, and its matches are known. */
  const isAnswered = isAsked && matches.state !== 'waiting'
  const hasMatches = matches.list.length > 0
  const meant = isAnswered && isHuman ? ofLocalId(matches, email) : undefined

  function submit() {
    const checked = asksNames ? checkLookupByNames(draft, { format: typing }) : checkLookup(draft, subjects.kind)
    if (
      !checked.ok &&
      isHuman &&
      canSearch &&
      email.trim() !== '' &&
      (isByNames || !email.includes('@') || matches.list.length > 0)
    ) {
      // Pressed again, because the one who is meant could not be opened.
      if (meant !== undefined) return choose(meant)
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
        const { groupName: _, organisationName: _of, hasNamesake, isFormer, isOneOfSeveral, ...subject } = found
        const name = subjectName(subject) ?? ''
        const words = [
          isFormer && t(isHuman ? 'subjectSearch:isFormer' : 'subjectSearch:isFormerOther', { name }),
          isOneOfSeveral && t('subjectSearch:isOneOfSeveral'),
          asksNames && hasNamesake && t('subjectSearch:hasNamesake'),
        ].filter(Boolean)
        if (words.length > 0 && warning === undefined) return setWarning(words.join(' '))
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

  const chooseMeant = useEffectEvent(() => {
    if (meant !== undefined) choose(meant)
  })
  // The answer to a local ID may come after Enter.
  useEffect(() => chooseMeant(), [meant?.id])

  function field(name: Identifier, label: string) {
    return {
      name,
      label,
      value: draft.typedSubject[name],
      error: errors[name] ?? (isAnswered && !hasMatches && !isByNames ? t('subjectSearch:wholeEmail') : undefined),
      onChange: (event: { currentTarget: { value: string } }) => {
        change({ typedSubject: { ...searchAlone(), [name]: event.currentTarget.value } })
        clear(name)
        askAnew()
      },
    }
  }

  /** What is searched by. What else was typed of a new person is not of whoever is searched for next. */
  function searchAlone() {
    const { lastName, dateOfBirth } = draft.typedSubject
    const names = { firstName: draft.typedSubject.firstName, lastName, hasOneName, dateOfBirth }
    return { ...untypedSubject, ...(asksNames ? names : { email, customId1, customId2 }) }
  }

  /** Forgets what was found by what was typed before. */
  function askAnew() {
    setAsked(false)
    setWarning(undefined)
    setKnown(undefined)
    lookup.reset()
    opening.reset()
  }

  const missingWords = asksNames
    ? 'errors:name-not-found'
    : isHuman
      ? 'errors:email-not-found'
      : 'errors:custom-id-not-found'

  function search(name: Identifier) {
    const ids = { first: subjects.customId1, second: subjects.customId2 }
    return {
      matches: name === searched && known === undefined ? matches : undefined,
      words: {
        ...(isAnswered && hasMatches && !isByNames && { found: t('subjectSearch:choose') }),
        none: t(
          isByNames ? 'subjectSearch:noneByNames' : isHuman ? 'subjectSearch:none' : 'subjectSearch:noneOfIds',
          ids,
        ),
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
      below={
        isByNames &&
        canSearch &&
        isAnswered &&
        known === undefined &&
        !isMissing && (
          <div className={styles.after}>
            <Alert tone="notice">
              <p style={{ margin: '0 0 12px' }}>
                {t(hasMatches ? 'subjectSearch:nobody' : 'subjectSearch:noneByNames')}
              </p>
              <Button variant="default" onClick={() => change({ isNewSubject: true, typedSubject: named(draft) })}>
                {t('recording:subject.create')}
              </Button>
            </Alert>
          </div>
        )
      }
    >
      {isHuman && canSearch && (
        <SubjectSearchField
          {...field('email', t(isByNames ? 'subjectSearch:labelNames' : 'subjectSearch:label'))}
          {...search('email')}
          inputMode={isByNames ? 'text' : 'email'}
        />
      )}
      {asksNames && (
        <>
          <TextField {...field('firstName', t('fields:firstName'))} autoComplete="off" {...firstName} />
          <OneNameField
            names={draft.typedSubject}
            onChange={(names) => {
              change({ typedSubject: { ...searchAlone(), ...names } })
              clear('firstName')
              clear('lastName')
              askAnew()
            }}
          />
          <TextField {...field('lastName', t('fields:lastName'))} autoComplete="off" />
          <TextField {...field('dateOfBirth', t('fields:dateOfBirth'))} placeholder={hint} autoComplete="off" />
        </>
      )}
      {warning !== undefined && <Alert tone="notice">{warning}</Alert>}
      {isHuman && !canSearch && !asksNames && (
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
          <p style={{ margin: '0 0 12px' }}>{t(missingWords)}</p>
          <Button variant="default" onClick={() => change({ isNewSubject: true })}>
            {t('recording:subject.create')}
          </Button>
        </Alert>
      )}
    </StepFrame>
  )
}

/** Uses what was searched for as the names of a new subject, unless it looks like an ID or an email. */
function named({ typedSubject }: SubjectStepProps['draft']): SubjectStepProps['draft']['typedSubject'] {
  const typed = typedSubject.email.trim()
  if (/[\d@]/.test(typed)) return typed.includes('@') ? typedSubject : { ...typedSubject, email: '', localId: typed }
  const [firstName = '', ...last] = typed.split(/\s+/)
  return { ...typedSubject, email: '', firstName, lastName: last.join(' ') }
}

/** Whoever has exactly this local ID, unless it may also mean somebody else, such as one with other spaces or dashes. */
function ofLocalId({ list, state, hasMore }: Matches, typed: string): SubjectMatch | undefined {
  if (state !== 'current' || hasMore) return undefined
  const mayBeMeant = list.filter((match) =>
    [match.localId, match.email, match.firstName, match.lastName, subjectName(match)].some(
      (one) => one && foldedId(one) === foldedId(typed),
    ),
  )
  const [only, another] = mayBeMeant
  return another === undefined && folded(only?.localId ?? '') === folded(typed.trim()) ? only : undefined
}
