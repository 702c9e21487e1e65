import { useRef } from 'react'
import { can } from '../../../contract/permissions/can.ts'
import { subjectName, type FoundSubject } from '../../../contract/subjects/subject.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../api/failure-words.ts'
import { useHolder } from '../../session/queries.ts'
import { useNewSubject } from '../../subjects/queries.ts'
import {
  confirmed,
  foundAt,
  keepWords,
  SubjectTaken,
  useTaken,
  type Kept,
  type TakenBy,
} from '../../editing/subject-taken.tsx'
import { OneNameField, useFirstNameOf, type TypedNames } from '../../editing/one-name-field.tsx'
import { usePlaceName } from '../../lists/place-name.ts'
import { useSubjectSettings } from '../../preferences/preferences.ts'
import { DateField } from '../../ui/date-field.tsx'
import { useT } from '../../ui/phrases.ts'
import { typedDate } from '../../ui/typed-date.ts'
import { useDates } from '../../preferences/use-dates.ts'
import { checkNewSubject } from './draft-check.ts'
import { untypedSubject, type TypedSubject } from './draft.ts'
import { errorWords, recordingFailure } from './error-words.ts'
import { StepFrame } from './step-frame.tsx'
import { SubjectAlike } from './subject-alike.tsx'
import { SubjectKnown } from './subject-known.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useGroupName } from './use-group-name.ts'
import { useStepForm } from './use-step-form.ts'

type TextOfSubject = Exclude<keyof TypedSubject, 'hasOneName'>

/** Adds a subject to the group. The form is prefilled with the text of the lookup. */
export function SubjectCreate({ draft, change, onDone, onBack, onRefused }: SubjectStepProps) {
  const t = useT()
  const { typing, hint } = useDates()
  const subjects = useSubjectSettings()
  const { form, errors, show, clear } = useStepForm()
  const adding = useNewSubject()
  const canSearch = can(useHolder(), 'view-subjects')
  const placeName = usePlaceName()
  const groupName = useGroupName()
  const groupId = draft.group?.id ?? null
  const { taken, ask, askElsewhere, isAsking, forget } = useTaken(groupId)
  /** What the user keeps although another subject has it. */
  const shared = useRef<Kept>({})
  const isByNames = subjects.identifiesBy === 'names'
  const firstName = useFirstNameOf(isByNames && draft.typedSubject.hasOneName)

  async function submit() {
    const checked = checkNewSubject(draft, subjects, { format: typing })
    if (!checked.ok) {
      show(errorWords(checked.errors, t, hint, { customId1: subjects.customId1, customId2: subjects.customId2 }))
      return
    }
    const { value } = checked
    const email = value.kind === 'human' ? value.email : null
    const isKept = email === null || email === shared.current.email
    if (!isKept && groupId !== null && (await askElsewhere(email, [groupId]))) return
    adding.mutate(
      { ...value, ...confirmed(value, shared.current) },
      {
        onSuccess: (added) => {
          // The draft now names the subject. What was typed of it must not be found in the form of the next one.
          const { email: searched, customId1, customId2 } = draft.typedSubject
          change({
            subject: added,
            isNewSubject: false,
            typedSubject: { ...untypedSubject, email: searched, customId1, customId2 },
          })
          onDone()
        },
        onError: (error) => {
          const fields = fieldErrors(error)
          if ('groupId' in fields) {
            onRefused(error)
            return
          }
          // The question says what the fields would, and whom it is about.
          void ask(error, value).then((isAsked) => show(isAsked ? {} : fields))
        },
      },
    )
  }

  /** Sends it again with what another subject has, because it is another one. */
  function keep() {
    if (taken !== undefined) shared.current = { ...shared.current, [taken.by]: taken.text }
    void submit()
  }

  function whoHasIt(by: TakenBy) {
    if (taken?.by !== by) return undefined
    if (taken.isElsewhere && taken.holder) return elsewhere(taken.holder)
    const { groupName: _, ...holder } = taken.holder ?? { groupName: null }
    return (
      <SubjectTaken taken={taken} firstName={draft.typedSubject.firstName}>
        {'id' in holder && holder.groupId === draft.group?.id && (
          <Button variant="default" onClick={() => change({ subject: holder, isNewSubject: false })}>
            {t('subjectSearch:taken.choose', { name: subjectName(holder) ?? '' })}
          </Button>
        )}
        {by !== 'email' && (
          <Button variant="default" isPending={adding.isPending} onClick={keep}>
            {t(keepWords[by])}
          </Button>
        )}
      </SubjectTaken>
    )
  }

  /** Handles an email that a subject of another group has: it is the same person, or one who shares the email. */
  function elsewhere(known: FoundSubject) {
    const group = foundAt(known, placeName)
    return (
      <SubjectKnown
        known={known}
        draft={draft}
        change={(changes) => {
          shared.current = { ...shared.current, email: known.email ?? '' }
          forget()
          change(changes)
        }}
        onRefused={onRefused}
        words={{
          title: t('subjectSearch:elsewhere.email', { name: subjectName(known) ?? '', group }),
          text: t('subjectSearch:elsewhere.text', { name: subjectName(known) ?? '', here: groupName(draft) }),
        }}
      >
        <Button variant="default" isPending={adding.isPending} onClick={keep}>
          {t('subjectSearch:elsewhere.add')}
        </Button>
      </SubjectKnown>
    )
  }

  function set(name: TextOfSubject, value: string) {
    change({ typedSubject: { ...draft.typedSubject, [name]: value } })
    clear(name)
    const isOfNames = name === 'firstName' || name === 'dateOfBirth'
    if (name === taken?.by || name === 'customId2' || (isOfNames && taken?.by === 'lastName')) forget()
  }

  function setNames(names: TypedNames) {
    change({ typedSubject: { ...draft.typedSubject, ...names } })
    clear('firstName')
    clear('lastName')
    if (taken?.by === 'lastName') forget()
  }

  function field(name: TextOfSubject) {
    return {
      name,
      value: draft.typedSubject[name],
      error: errors[name],
      autoComplete: 'off',
      onChange: (event: { currentTarget: { value: string } }) => set(name, event.currentTarget.value),
    }
  }

  const names = (
    <>
      <TextField {...field('firstName')} label={t('fields:firstName')} isOptional={!isByNames} {...firstName} />
      {isByNames && <OneNameField names={draft.typedSubject} onChange={setNames} />}
      <TextField {...field('lastName')} label={t('fields:lastName')} isOptional={!isByNames} />
      {whoHasIt('lastName')}
    </>
  )
  const email = (
    <>
      <TextField
        {...field('email')}
        type="email"
        label={t('fields:email')}
        isOptional={isByNames}
        autoCapitalize="none"
        spellCheck={false}
      />
      {whoHasIt('email')}
    </>
  )

  return (
    <StepFrame
      title={t('recording:subject.createTitle')}
      help={t('recording:subject.createHelp', { group: groupName(draft) })}
      form={form}
      errors={errors}
      error={failureWords(adding.error, { ...recordingFailure, refused: { 409: 'recording:subject.duplicate' } })}
      isPending={isAsking || adding.isPending}
      submit={t('recording:subject.save')}
      onSubmit={() => void submit()}
      onBack={onBack}
    >
      {subjects.kind === 'human' ? (
        <>
          {isByNames ? names : email}
          <DateField
            {...field('dateOfBirth')}
            label={t('fields:dateOfBirth')}
            help={t('recording:subject.dateHelp', { example: typedDate('1980-03-27', typing) })}
            hint={hint}
            onChange={(typed) => set('dateOfBirth', typed)}
          />
          {isByNames ? email : names}
          <TextField
            {...field('localId')}
            label={t('fields:localId')}
            isOptional
            help={t('recording:subject.localIdHelp')}
          />
          {whoHasIt('localId')}
          {canSearch && taken === undefined && <SubjectAlike draft={draft} change={change} onRefused={onRefused} />}
        </>
      ) : (
        <>
          <TextField {...field('customId1')} label={subjects.customId1} />
          <TextField {...field('customId2')} label={subjects.customId2} />
          {whoHasIt('customId1')}
        </>
      )}
      <div>
        <Button variant="default" onClick={() => change({ isNewSubject: false })}>
          {t('recording:subject.lookUpInstead')}
        </Button>
      </div>
    </StepFrame>
  )
}
