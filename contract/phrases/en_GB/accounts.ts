import type { Phrases } from '../phrases.ts'
import { invitee } from './invitee.ts'
import { ownAccount } from './own-account.ts'
import { passwords } from './passwords.ts'
import { registration } from './registration.ts'

/** What the pages about accounts say besides. */
export const phrases: Pick<Phrases, 'invitee' | 'ownAccount' | 'passwords' | 'registration'> = {
  invitee,
  ownAccount,
  passwords,
  registration,
}
