import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

type Bytes = AsyncIterable<Uint8Array>

/** The first bytes of a file that age has encrypted. */
export const encryptedStart = 'age-encryption.org/'

/** Encrypts with a passphrase, as the program `age -p` does. */
export function encryptWith(passphrase: string): (plain: Bytes) => Bytes {
  return async function* (plain) {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(webStream(plain))
  }
}

/** Decrypts what `encryptWith` has encrypted. Throws where the passphrase is another one, or a byte has changed. */
export function decryptWith(passphrase: string): (encrypted: Bytes) => Bytes {
  return async function* (encrypted) {
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    yield* await decrypter.decrypt(webStream(encrypted))
  }
}

/** Tells whether an error of `decryptWith` is that of a wrong passphrase. */
export function isWrongPassphrase(error: Error): boolean {
  return error.message.startsWith('no identity matched')
}

/** Node's type of its streams differs from the one of browsers, which the library names. */
function webStream(bytes: Bytes): ReadableStream<Uint8Array> {
  return NodeStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}
