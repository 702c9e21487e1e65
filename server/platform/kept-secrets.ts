import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Encrypts secrets that the server must use again, so that a copy of the database alone tells none of them. The context
 * names the row to which a secret belongs: in another row it cannot be read.
 */
export interface KeptSecrets {
  encrypt(secret: Buffer, context: string): Buffer
  /** Undefined if it was encrypted with another key or for another context, or was changed. */
  decrypt(encrypted: Buffer, context: string): Buffer | undefined
}

/** The first byte of what is stored, which tells how it was encrypted: AES-256-GCM. */
const form = 1
const ivBytes = 12
const tagBytes = 16

/** The fewest characters of a key, also of the setting. */
const shortest = 32

/**
 * `key` is the setting SECRETS_KEY. Without it a key is kept in the data folder, and made there when it is missing. An empty
 * one is refused at its first use, because everybody can guess it.
 */
export function openKeptSecrets({ key, dataDir }: { key: string | undefined; dataDir: string }): KeptSecrets {
  let derived: Buffer | undefined
  // Read at the first use, so that an installation without such secrets has no key.
  const keyOnce = () =>
    (derived ??= Buffer.from(hkdfSync('sha256', key ?? keyInFolder(dataDir), '', 'Lateral: kept secrets', 32)))
  return {
    encrypt(secret, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', keyOnce(), iv).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([Buffer.of(form), iv, cipher.getAuthTag(), encrypted])
    },
    decrypt(stored, context) {
      if (stored[0] !== form || stored.length <= 1 + ivBytes + tagBytes) return undefined
      const iv = stored.subarray(1, 1 + ivBytes)
      const tag = stored.subarray(1 + ivBytes, 1 + ivBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', keyOnce(), iv, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag)
      try {
        return Buffer.concat([decipher.update(stored.subarray(1 + ivBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}

function keyInFolder(dataDir: string): string {
  const file = path.join(dataDir, 'secrets.key')
  const read = () => {
    const key = readFileSync(file, 'utf8').trim()
    if (key.length < shortest) throw new Error(`${file} has no whole key. Restore it, or remove it to get a new one`)
    return key
  }
  try {
    return read()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  mkdirSync(dataDir, { recursive: true })
  // Linked under its name only when it is whole, so that of several processes the first one decides.
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    linkSync(own, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(own)
  }
  return read()
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
