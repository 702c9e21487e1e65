import type { Phrases } from '../phrases.ts'
import { phrases as application } from './application.ts'
import { phrases as accounts } from './accounts.ts'
import { invites } from './invites.ts'
import { mail } from './mail.ts'

export const phrases: Phrases = { ...application, ...accounts, invites, mail }
