import { hash, verify, type Options } from '@node-rs/argon2'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane; about 25 ms, off the event loop. */
const options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  return hash(password, options)
}

/**
 * Whether the password belongs to the hash. Without a hash it takes the same time and answers false, so that a reply's
 * time does not tell whether an account exists.
 */
export async function verifyPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy), password)
  return isRight && passwordHash != null
}

const decoy = hashPassword('no account has this hash')
