import { useState } from 'react'
import type { FoundSubject } from '../../../contract/subjects/subject.ts'
import { ApiError, fieldErrors } from '../../api/api-error.ts'
import { failureWords } from '../../editing/failure-words.ts'
import { useSubjectLookup } from '../../subjects/queries.ts'
import { usePreferences } from '../../tenants/queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { useT } from '../../ui/phrases.ts'
import { useDates } from '../../shell/use-dates.ts'
import { checkLookup } from './draft-check.ts'
import { errorWords, recordingFailure } from './error-words.ts'
import { StepFrame } from './step-frame.tsx'
import { SubjectKnown } from './subject-known.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useStepForm } from './use-step-form.ts'

/** Finds a subject by email, or by the tenant's two custom IDs. */
export function SubjectLookupForm({ draft, change, onBack }: SubjectStepProps) {
  const t = useT()
  const { hint } = useDates()
  const { subjects } = usePreferences()
  const { form, errors, show, clear } = useStepForm()
  const lookup = useSubjectLookup()
  const [known, setKnown] = useState<FoundSubject>()
  const isHuman = subjects.kind === 'human'
  const isMissing = lookup.error instanceof ApiError && lookup.error.status === 404

  function submit() {
    const checked = checkLookup(draft, subjects.kind)
    if (!checked.ok) {
      show(errorWords(checked.errors, t, hint, { customId1: subjects.customId1, customId2: subjects.customId2 }))
      return
    }
    lookup.mutate(checked.value, {
      onSuccess: (found) => {
        const { groupName: _, ...subject } = found
        if (found.groupId === draft.group?.id) change({ subject })
        else setKnown(found)
      },
      onError: (error) => show(fieldErrors(error)),
    })
  }

  function field(name: 'email' | 'customId1' | 'customId2') {
    return {
      name,
      value: draft.typedSubject[name],
      error: errors[name],
      onChange: (event: { currentTarget: { value: string } }) => {
        change({ typedSubject: { ...draft.typedSubject, [name]: event.currentTarget.value } })
        clear(name)
        setKnown(undefined)
        lookup.reset()
      },
    }
  }

  return (
    <StepFrame
      title={t(isHuman ? 'recording:subject.title' : 'recording:subject.titleOther')}
      help={t('recording:subject.help')}
      form={form}
      errors={errors}
      error={isMissing ? undefined : failureWords(lookup.error, recordingFailure)}
      isPending={lookup.isPending}
      submit={t('recording:subject.find')}
      onSubmit={submit}
      onBack={onBack}
    >
      {isHuman ? (
        <TextField
          {...field('email')}
          type="email"
          label={t('recording:subject.email')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <>
          <TextField {...field('customId1')} label={subjects.customId1} autoComplete="off" />
          <TextField {...field('customId2')} label={subjects.customId2} autoComplete="off" />
        </>
      )}
      {known !== undefined && <SubjectKnown known={known} draft={draft} change={change} />}
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
