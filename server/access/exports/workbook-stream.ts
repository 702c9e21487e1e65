import { Transform, type TransformCallback } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { WorkbookInput, WorkbookOutput, WorkbookSettings } from './workbook-thread.ts'

/** Heap limit of the thread in megabytes. The thread holds a chunk of rows, never the file. */
const memoryLimit = 96

/**
 * Turns PostgreSQL's CSV, which has no header, into a workbook (.xlsx) whose first row has the titles. A thread of its
 * own does the work a chunk at a time, so that it blocks no request and neither side holds more than a chunk.
 */
export class WorkbookStream extends Transform {
  /** The number of rows that the file has so far. */
  rows = 0
  readonly #thread: Worker

  constructor(settings: WorkbookSettings) {
    super()
    this.#thread = new Worker(new URL('workbook-thread.ts', import.meta.url), {
      workerData: settings,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    })
    this.#thread.once('error', (error) => this.destroy(error))
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#pass({ chunk }, done)
  }

  override _flush(done: TransformCallback): void {
    this.#pass('end', done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#thread.terminate()
    done(error)
  }

  #pass(input: WorkbookInput, done: TransformCallback): void {
    this.#thread.once('message', ({ parts, rows }: WorkbookOutput) => {
      for (const part of parts) this.push(part)
      this.rows = rows
      done()
    })
    this.#thread.postMessage(input)
  }
}
