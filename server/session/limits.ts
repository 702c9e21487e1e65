import { networkOf } from '../../contract/rules/networks.ts'
import { addressCounter, type Counter } from '../access/throttle.ts'

const minutes = 15

/**
 * What a wrong password counts against. In a browser in which this person has logged in before (`browser`), that browser
 * alone: nobody else's guesses shut them out. Elsewhere the address; the account, from this address; and with far more
 * attempts the account, from everywhere. `whose` is a user's id, or what was typed where there is none.
 */
export function passwordCounters(
  whose: string,
  { address, browser }: { address: string; browser: string | undefined },
): Counter[] {
  if (browser !== undefined) return [{ key: `login:${whose}:browser:${browser}`, attempts: 10, minutes }]
  return [
    addressCounter('login', address, 100),
    { key: `login:${whose}:address:${networkOf(address)}`, attempts: 10, minutes },
    { key: `login:${whose}`, attempts: 100, minutes, isShared: true },
  ]
}

/** Counts against somebody who is logged in and is asked for their password: nobody else can spend these attempts. */
export function confirmationCounter(userId: string): Counter {
  return { key: `password:${userId}`, attempts: 10, minutes }
}

/**
 * Counts how often one invitation is opened, by whomever: so generous that no scanner of mail uses it up before the person
 * comes. It is counted only once the link is right, which nobody guesses.
 */
export function invitationCounter(userId: string): Counter {
  return { key: `invitation:${userId}`, attempts: 60, minutes }
}

/** Mails that may go to one address, of each kind. */
export function mailCounter(of: (typeof mails)[number], email: string): Counter {
  return { key: `${of}:account:${email.toLowerCase()}`, attempts: 3, minutes }
}

/** Everything that is counted by an email. */
export function mailCounters(email: string): Counter[] {
  return mails.map((of) => mailCounter(of, email))
}

const mails = ['password-reset', 'registration', 'verification', 'email-change'] as const
