import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import ssh2, { type AuthContext, type ParsedKey, type Server } from 'ssh2'
import { fingerprintOf } from '../../server/notifications/reports/sftp.ts'

/** OpenSSH's sftp-server, of Debian's package openssh-sftp-server. */
const program = process.env.TEST_SFTP_SERVER ?? '/usr/lib/openssh/sftp-server'

/** False where the package is not installed; tests then say that they were left out. */
export const hasSftpServer = existsSync(program)

/** An SSH server on this machine whose files are served by OpenSSH's sftp-server, in a folder of its own. */
export class SftpServer {
  readonly folder: string
  readonly password = 'only for this test'
  // One in some hundreds of the Ed25519 keys that ssh2 makes cannot be read.
  readonly userKey = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
  readonly #hostKey = ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256 })
  readonly #server: Server
  /** The users who were let in. */
  logins = 0
  #refuses = false

  private constructor(folder: string) {
    this.folder = folder
    const known = ssh2.utils.parseKey(this.userKey.public)
    if (known instanceof Error) throw known
    this.#server = new ssh2.Server({ hostKeys: [this.#hostKey.private] }, (client) => {
      client.on('error', () => undefined)
      client.on('authentication', (context) => {
        if (!this.#refuses && this.#lets(context, known)) context.accept()
        else context.reject(['password', 'publickey'])
      })
      client.on('ready', () => {
        this.logins += 1
      })
      client.on('session', (accept) => {
        accept().on('subsystem', (take, _, { name }) => {
          if (name !== 'sftp') return
          const channel = take()
          const served = spawn(program, ['-e', '-d', folder], { cwd: folder })
          channel.pipe(served.stdin)
          served.stdout.pipe(channel)
          served.stdin.on('error', () => undefined)
          channel.on('close', () => served.kill())
        })
      })
    })
  }

  /** A client first asks whether a key is known, without a signature, and then signs with it. */
  #lets(context: AuthContext, known: ParsedKey): boolean {
    if (context.method === 'password') return context.password === this.password
    if (context.method !== 'publickey' || !context.key.data.equals(known.getPublicSSH())) return false
    const { blob, signature, hashAlgo } = context
    return signature === undefined || (blob !== undefined && known.verify(blob, signature, hashAlgo) === true)
  }

  static async start(): Promise<SftpServer> {
    const server = new SftpServer(await mkdtemp(path.join(tmpdir(), 'lateral-sftp-')))
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    return server
  }

  /** Lets nobody in while it refuses. */
  refuse(refuses: boolean): void {
    this.#refuses = refuses
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The fingerprint of its host key. */
  get hostKey(): string {
    const key = ssh2.utils.parseKey(this.#hostKey.public)
    if (key instanceof Error) throw key
    return fingerprintOf(key.getPublicSSH())
  }

  /** The names of its files with what is in each. */
  async files(): Promise<Record<string, string>> {
    const names = (await readdir(this.folder)).toSorted()
    const read = names.map(async (name) => [name, await readFile(path.join(this.folder, name), 'utf8')] as const)
    return Object.fromEntries(await Promise.all(read))
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
    await rm(this.folder, { recursive: true })
  }
}
