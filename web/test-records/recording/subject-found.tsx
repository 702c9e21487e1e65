import { anonymizedId, type Subject } from '../../../contract/subjects/subject.ts'
import { useT } from '../../ui/phrases.ts'
import { StepFrame } from './step-frame.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'
import { SubjectIdentity } from './subject-identity.tsx'
import { Button } from '../../ui/button.tsx'
import { useStepForm } from './use-step-form.ts'

/** The subject that was found, large enough to compare with a person or a document before going on. */
export function SubjectFound({ subject, refused, change, onDone, onBack }: SubjectStepProps & { subject: Subject }) {
  const t = useT()
  const { form, errors } = useStepForm()
  return (
    <StepFrame
      title={t('recording:subject.found')}
      form={form}
      errors={errors}
      error={refused}
      submit={t('recording:continue')}
      onSubmit={() => subject.id !== anonymizedId && onDone()}
      onBack={onBack}
    >
      <SubjectIdentity subject={subject} />
      <div>
        <Button variant="default" onClick={() => change({ subject: null, isNewSubject: false })}>
          {t('recording:subject.another')}
        </Button>
      </div>
    </StepFrame>
  )
}
