/**
 * Milliseconds after the first signal in which further ones belong to the same request. A signal to a whole process
 * group arrives from its sender and again from each parent that passes it on.
 */
const sameRequestMs = 2000

/** Milliseconds that a running start may take to reach a point from which it can be undone. */
const startLimitMs = 20_000

const stepLimitMs = 5000

/** Undoes a step; `cause` is the signal that stops the process, if it was one. */
type Undo = (cause: NodeJS.Signals | undefined) => Promise<void>

interface Step {
  name: string
  undo: Undo
  limitMs: number
}

/** Undoes the steps of the start once, in reverse order, and then ends the process. */
export class Shutdown {
  readonly #steps: Step[] = []
  readonly #report: (line: string) => void
  readonly #stopping = new AbortController()
  #starting: Promise<unknown> = Promise.resolve()
  #running: Promise<never> | undefined

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  /** Aborted once stopping begins. */
  get signal(): AbortSignal {
    return this.#stopping.signal
  }

  /**
   * Registers how to undo a step that has just succeeded, and the milliseconds that this may take before the next one
   * is undone. Throws when stopping has begun, so that the start goes no further.
   */
  add(name: string, undo: Undo, limitMs = stepLimitMs): void {
    this.#steps.push({ name, undo, limitMs })
    this.signal.throwIfAborted()
  }

  /** Stops cleanly on the first SIGTERM, SIGINT or SIGHUP; a later SIGTERM or SIGINT ends the process at once. */
  listen(source: NodeJS.Process): void {
    let firstAt: number | undefined
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      source.on(signal, () => {
        const now = performance.now()
        firstAt ??= now
        if (this.#running === undefined) {
          this.#report('Stopping')
          void this.run(0, signal)
        } else if (signal !== 'SIGHUP' && now - firstAt > sameRequestMs) {
          process.exit(1)
        }
      })
    }
  }

  /** Runs a start that adds its steps. Stopping waits until it has ended. Throws the start's error. */
  async during(start: () => Promise<void>): Promise<void> {
    this.#starting = start()
    await this.#starting
  }

  /** Undoes every step even when one fails or takes too long; the exit code is then at least 1. */
  run(exitCode: number, cause?: NodeJS.Signals): Promise<never> {
    return (this.#running ??= this.#undoAll(exitCode, cause))
  }

  async #undoAll(exitCode: number, cause: NodeJS.Signals | undefined): Promise<never> {
    this.#stopping.abort()
    // The caller of the start reports its error.
    await withLimit('start', this.#starting, startLimitMs).catch(() => undefined)
    let code = exitCode
    for (const { name, undo, limitMs } of this.#steps.toReversed()) {
      try {
        await withLimit(name, undo(cause), limitMs)
      } catch (error) {
        code = Math.max(code, 1)
        this.#report(`Could not stop the ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    process.exit(code)
  }
}

async function withLimit(name: string, work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the ${name} took longer than ${limitMs / 1000} s`)), limitMs)
  })
  try {
    await Promise.race([work, tooLong])
  } finally {
    clearTimeout(timer)
  }
}
