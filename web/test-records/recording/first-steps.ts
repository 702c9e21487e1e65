import { lazyPage } from '../../loading/lazy-page.ts'
import { alsoSay } from '../../ui/phrases.ts'

/* With one place recording begins with the subject, otherwise with the place. */

export const PlaceStep = lazyPage(async () => (await import('./place-step.tsx')).PlaceStep)

export const SubjectStep = lazyPage(async () => {
  const [part] = await Promise.all([import('./subject-step.tsx'), alsoSay('subjectSearch', 'personParts')])
  return part.SubjectStep
})
