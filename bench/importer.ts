import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileImport, ImportState } from '../contract/imports/import.ts'

/** Somebody who imports files over HTTP. */
export class Importer {
  readonly #place: { host: string; port: number }
  headers: Record<string, string>

  /** `host` is the name that is asked for; the requests go to this machine. `headers` are those of somebody logged in. */
  constructor(place: { host: string; port: number }, headers: Record<string, string>) {
    this.#place = place
    this.headers = headers
  }

  /** Uploads a file of CSV. Throws where it is refused or breaks off. */
  async upload(content: Buffer): Promise<FileImport> {
    const boundary = 'lateral-bench'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="results.csv"\r\ncontent-type: text/csv\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return this.#data(
      'POST',
      '/imports?zone=UTC',
      { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    )
  }

  get(id: string): Promise<FileImport> {
    return this.#data('GET', `/imports/${id}`)
  }

  preview(id: string, answers: object): Promise<FileImport> {
    const body = Buffer.from(JSON.stringify(answers))
    return this.#data('PUT', `/imports/${id}/preview`, { 'content-type': 'application/json' }, body)
  }

  run(id: string): Promise<FileImport> {
    return this.#data('PUT', `/imports/${id}/run`)
  }

  undo(id: string): Promise<FileImport> {
    return this.#data('PUT', `/imports/${id}/undo`)
  }

  /** Waits until an import is in one of these states. Throws once it is refused. */
  async reached(id: string, ...states: ImportState[]): Promise<FileImport> {
    for (;;) {
      const one = await this.get(id)
      if (states.includes(one.state)) return one
      if (one.state === 'refused') throw new Error(`The file was refused: ${one.problem?.message}`)
      await sleep(100)
    }
  }

  #data(method: string, path: string, more: Record<string, string> = {}, body?: Buffer): Promise<FileImport> {
    const { host, port } = this.#place
    const headers = { ...this.headers, ...more, host: `${host}:${port}`, 'content-length': String(body?.length ?? 0) }
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, method, path: `/api/v1${path}`, headers }, (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (part: string) => (text += part))
        reply.on('error', reject)
        reply.on('end', () => {
          const status = reply.statusCode ?? 0
          if (status >= 300 || !reply.complete)
            reject(new Refusal(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`, status))
          else resolve((JSON.parse(text) as { data: FileImport }).data) // the contract's shape
        })
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
  }
}

/** A reply that says no. */
export class Refusal extends Error {
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}
