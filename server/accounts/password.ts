import { hash, verify, type Options } from '@node-rs/argon2'
import { containsName, leastPasswordScore, meantPassword, namesIn } from '../../contract/rules/password.ts'
import { readSeen } from '../../contract/rules/written-characters.ts'
import { passwordScore } from './password-strength.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane; about 25 ms, off the event loop. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * Whether the password belongs to the hash. Without a hash it takes the same time and answers false, so that a reply's
 * time does not tell whether an account exists.
 */
export async function verifyPassword(typed: string, passwordHash: string | null | undefined): Promise<boolean> {
  const hashed = passwordHash ?? (await decoy)
  for (const form of formsOf(typed)) {
    if (await verify(hashed, form)) return passwordHash != null
  }
  return false
}

/** The hash to be stored in place of one of a right password that was stored in another form than the one that is meant; undefined where it is that. */
export async function renewedHash(typed: string, passwordHash: string): Promise<string | undefined> {
  const [meant = '', ...others] = formsOf(typed)
  if (others.length === 0 || (await verify(passwordHash, meant))) return undefined
  return hashPassword(meant)
}

/** What a try may cost at most, in hashes. */
const mostForms = 3

/**
 * The password that is meant, and the other forms in which it may have been stored before there was one for all keyboards: as it was
 * typed, with its letters composed, and with its accents apart. Of plain letters, digits and signs there is one form.
 */
function formsOf(typed: string): string[] {
  const composed = readSeen(typed)
  return [...new Set([meantPassword(typed), typed, composed, composed.normalize('NFD')])].slice(0, mostForms)
}

const decoy = hashPassword('no account has this hash')

/** Whose password it is to be: what it must not be made of. */
export interface Owner {
  tenant_id: string
  email: string
  full_name: string
  tenant_name: string
  product_name: string | null
}

/**
 * What speaks against a password beside its form, as a phrase of `rules`; undefined when nothing does. Throws `unavailable` when
 * too many are being looked at.
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
