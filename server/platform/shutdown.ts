/**
 * A stop that was asked of a whole process group reaches us once from the sender and once from each program above us that
 * passes it on. What arrives within this many milliseconds of the first signal is the same request.
 */
const sameRequestMs = 2000

/** How long a start that is under way may take to come to a point where it can be undone, in milliseconds. */
const startLimitMs = 20_000

const stepLimitMs = 5000

interface Step {
  name: string
  undo: () => Promise<void>
  limitMs: number
}

/** Undoes the steps of the start in reverse order, once, then ends the process. */
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
   * Registers how to undo a step that has just succeeded, and how many milliseconds that may take before the next one is
   * undone. Throws when stopping has begun, so that the start goes no further.
   */
  add(name: string, undo: () => Promise<void>, limitMs = stepLimitMs): void {
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
          void this.run(0)
        } else if (signal !== 'SIGHUP' && now - firstAt > sameRequestMs) {
          process.exit(1)
        }
      })
    }
  }

  /** Runs a start whose steps are added meanwhile: stopping waits until it has come to an end. Throws what it throws. */
  async during(start: () => Promise<void>): Promise<void> {
    this.#starting = start()
    await this.#starting
  }

  /** Runs every step even when one fails or takes too long; the exit code is then at least 1. */
  run(exitCode: number): Promise<never> {
    return (this.#running ??= this.#undoAll(exitCode))
  }

  async #undoAll(exitCode: number): Promise<never> {
    this.#stopping.abort()
    // Why a start failed is said by who started it.
    await withLimit('start', this.#starting, startLimitMs).catch(() => undefined)
    let code = exitCode
    for (const { name, undo, limitMs } of this.#steps.toReversed()) {
      try {
        await withLimit(name, undo(), limitMs)
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
