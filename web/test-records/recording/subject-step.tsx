import { useEffect } from 'react'
import { lazyPage } from '../../shell/page-part.ts'
import { SubjectLookupForm } from './subject-lookup-form.tsx'
import type { SubjectStepProps } from './subject-step-props.ts'

/** They come while somebody is being looked up: the network may be gone by the time that an answer is there. */
const SubjectFound = lazyPage(async () => (await import('./subject-found.tsx')).SubjectFound)
const SubjectCreate = lazyPage(async () => (await import('./subject-create.tsx')).SubjectCreate)

/** Whom or what the test is of: found, or added when nobody is found. */
export function SubjectStep(props: SubjectStepProps) {
  useEffect(() => {
    void SubjectFound.preload()
    void SubjectCreate.preload()
  }, [])
  if (props.draft.subject !== null) return <SubjectFound {...props} subject={props.draft.subject} />
  return props.draft.isNewSubject ? <SubjectCreate {...props} /> : <SubjectLookupForm {...props} />
}
