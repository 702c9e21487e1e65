import type { Phrases } from '../phrases.ts'
import { phrases as accounts } from './accounts.ts'
import { phrases as application } from './application.ts'
import { invites } from './invites.ts'
import { mail } from './mail.ts'
import { recording } from './recording.ts'
import { phrases as records } from './records.ts'

export const phrases: Phrases = { ...application, ...accounts, ...records, invites, mail, recording }
