import type { Phrases } from '../phrases.ts'
import { errors } from './errors.ts'
import { results } from './results.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { userTypes } from './user-types.ts'
import { validation } from './validation.ts'

/** What every page of the web app says; some say more (`web/ui/phrases.ts`), and mail says what it says itself. */
export const phrases: Pick<Phrases, 'errors' | 'results' | 'session' | 'shell' | 'userTypes' | 'validation'> = {
  errors,
  results,
  session,
  shell,
  userTypes,
  validation,
}
