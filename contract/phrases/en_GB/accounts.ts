import type { Phrases } from '../phrases.ts'
import { ownAccount } from './own-account.ts'
import { passwords } from './passwords.ts'
import { registration } from './registration.ts'

/** What the pages about accounts say besides. */
export const phrases: Pick<Phrases, 'ownAccount' | 'passwords' | 'registration'> = {
  ownAccount,
  passwords,
  registration,
}
