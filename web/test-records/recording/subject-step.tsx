import type { Draft } from './draft.ts'
import { SubjectCreate } from './subject-create.tsx'
import { SubjectFound } from './subject-found.tsx'
import { SubjectLookupForm } from './subject-lookup-form.tsx'

export interface SubjectStepProps {
  draft: Draft
  /** What the server found wrong with the subject when the test was saved. */
  refused: string | undefined
  change: (update: Partial<Draft>) => void
  onDone: () => void
  onBack: (() => void) | undefined
}

/** Whom or what the test is of: found, or added when nobody is found. */
export function SubjectStep(props: SubjectStepProps) {
  if (props.draft.subject !== null) return <SubjectFound {...props} subject={props.draft.subject} />
  return props.draft.isNewSubject ? <SubjectCreate {...props} /> : <SubjectLookupForm {...props} />
}
