/** A drain that takes longer than this many milliseconds is abandoned. */
const drainLimitMs = 30_000

/** Undoes the steps of the start in reverse order, once, then ends the process. */
export class Shutdown {
  readonly #steps: { name: string; undo: () => Promise<void> }[] = []
  readonly #report: (line: string) => void
  #running: Promise<never> | undefined

  constructor(report: (line: string) => void) {
    this.#report = report
  }

  /** Registers how to undo a step that has just succeeded. */
  add(name: string, undo: () => Promise<void>): void {
    this.#steps.push({ name, undo })
  }

  /** Stops cleanly on the first SIGTERM or SIGINT; a second one ends the process at once. */
  listen(source: NodeJS.Process): void {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      source.on(signal, () => {
        if (this.#running) process.exit(1)
        this.#report('Stopping')
        void this.run(0)
      })
    }
  }

  /** Runs every step even when one fails; the exit code is then at least 1. */
  run(exitCode: number): Promise<never> {
    return (this.#running ??= this.#undoAll(exitCode))
  }

  async #undoAll(exitCode: number): Promise<never> {
    setTimeout(() => {
      this.#report(`Not stopped after ${drainLimitMs / 1000} s, giving up`)
      process.exit(1)
    }, drainLimitMs).unref()
    let code = exitCode
    for (const { name, undo } of this.#steps.toReversed()) {
      try {
        await undo()
      } catch (error) {
        code = 1
        this.#report(`Could not stop the ${name}: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    process.exit(code)
  }
}
