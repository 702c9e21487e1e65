import { invitee } from '../../../contract/phrases/es_MX/invitee.ts'
import { ownAccount } from '../../../contract/phrases/es_MX/own-account.ts'
import { passwords } from '../../../contract/phrases/es_MX/passwords.ts'
import { registration } from '../../../contract/phrases/es_MX/registration.ts'

/** The phrases that the account pages load. */
export const phrases = { invitee, ownAccount, passwords, registration }
