import { networkOf } from '../../contract/rules/networks.ts'
import { addressCounter, type Counter } from '../access/serving/throttle.ts'

const minutes = 15

/**
 * The counters of a wrong password. In a browser in which the account has logged in before (`browser`), only that
 * browser counts, so that other people's guesses cannot lock its owner out. Elsewhere three count: the address; the
 * account from this address; and, with far more attempts, the account from anywhere. `whose` is the user's id, or the
 * typed email when there is no account.
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

/** Counts wrong confirmations of a logged-in user's password; nobody else can use these attempts up. */
export function confirmationCounter(userId: string): Counter {
  return { key: `password:${userId}`, attempts: 10, minutes }
}

/**
 * Counts how often an invitation is opened, by anybody. The limit is high enough that no mail scanner uses it up before
 * the person comes. Only right links count, which nobody can guess.
 */
export function invitationCounter(userId: string): Counter {
  return { key: `invitation:${userId}`, attempts: 60, minutes }
}

/** Limits the mails of one kind that one address gets. */
export function mailCounter(of: (typeof mails)[number], email: string): Counter {
  return { key: `${of}:account:${email.toLowerCase()}`, attempts: 3, minutes }
}

/** Lists all counters of an email. */
export function mailCounters(email: string): Counter[] {
  return mails.map((of) => mailCounter(of, email))
}

const mails = ['password-reset', 'registration', 'verification', 'email-change'] as const
