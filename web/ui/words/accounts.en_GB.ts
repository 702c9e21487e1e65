import { invitee } from '../../../contract/phrases/en_GB/invitee.ts'
import { ownAccount } from '../../../contract/phrases/en_GB/own-account.ts'
import { passwords } from '../../../contract/phrases/en_GB/passwords.ts'
import { registration } from '../../../contract/phrases/en_GB/registration.ts'

/** The phrases that the account pages load. */
export const phrases = { invitee, ownAccount, passwords, registration }
