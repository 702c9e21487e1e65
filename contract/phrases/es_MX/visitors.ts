import type { Phrases } from '../phrases.ts'
import { errors } from './errors.ts'
import { session } from './session.ts'
import { shell } from './shell.ts'
import { validation } from './validation.ts'

/** What the login page says: it is to be light, and stay so. */
export const phrases: Pick<Phrases, 'errors' | 'session' | 'shell' | 'validation'> = {
  errors,
  session,
  shell,
  validation,
}
