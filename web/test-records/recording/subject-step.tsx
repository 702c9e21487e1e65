import { SubjectCreate } from './subject-create.tsx'
import { SubjectFound } from './subject-found.tsx'
import { SubjectLookupForm } from './subject-lookup-form.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'

export function SubjectStep(props: SubjectStepProps) {
  if (props.draft.subject !== null) return <SubjectFound {...props} subject={props.draft.subject} />
  return props.draft.isNewSubject ? <SubjectCreate {...props} /> : <SubjectLookupForm {...props} />
}
