import { hash, verify, type Options } from '@node-rs/argon2'
import { containsName, leastPasswordScore, meantPassword, namesIn } from '../../contract/rules/password.ts'
import { readSeen } from '../../contract/rules/written-characters.ts'
import { passwordScore } from './password-strength.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. They take about 25 ms, outside the event loop. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * Tells whether a password matches the hash. Without a hash it takes the same time and returns false, so that a reply's
 * time does not reveal whether an account exists.
 */
export async function verifyPassword(typed: string, passwordHash: string | null | undefined): Promise<boolean> {
  const hashed = passwordHash ?? (await decoy)
  for (const form of formsOf(typed)) {
    if (await verify(hashed, form)) return passwordHash != null
  }
  return false
}

/** Returns a new hash for a right password that was stored in an older form; undefined when it has the common form. */
export async function renewedHash(typed: string, passwordHash: string): Promise<string | undefined> {
  const [meant = '', ...others] = formsOf(typed)
  if (others.length === 0 || (await verify(passwordHash, meant))) return undefined
  return hashPassword(meant)
}

/** The most hashes that one attempt may compute. */
const mostForms = 3

/**
 * Returns the common form of a password, and the forms in which older versions may have stored it: as typed, with
 * composed letters, and with separate accents. Plain letters, digits and signs have a single form.
 */
function formsOf(typed: string): string[] {
  const composed = readSeen(typed)
  return [...new Set([meantPassword(typed), typed, composed, composed.normalize('NFD')])].slice(0, mostForms)
}

const decoy = hashPassword('no account has this hash')

/** The owner of a password, whose names it must not contain. */
export interface Owner {
  tenant_id: string
  email: string
  full_name: string
  tenant_name: string
  product_name: string | null
}

/**
 * Returns the phrase of `rules` for a password that is too weak; undefined when it is strong enough. Throws
 * `unavailable` when too many are waiting to be measured.
 */
export async function passwordProblem(
  password: string,
  owner: Owner,
): Promise<'passwordOfName' | 'commonPassword' | undefined> {
  const { tenant_id, email, full_name, tenant_name, product_name } = owner
  const names = namesIn([email, full_name, tenant_name, product_name ?? ''])
  if (containsName(password, names)) return 'passwordOfName'
  return (await passwordScore(tenant_id, password, names)) < leastPasswordScore ? 'commonPassword' : undefined
}
