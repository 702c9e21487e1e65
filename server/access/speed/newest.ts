/** Keeps the most recently used values. */
export class Newest<T> {
  readonly #values = new Map<string, T>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): T | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.keep(key, value)
    return value
  }

  /** Keeps a value, or removes it when it is undefined. */
  keep(key: string, value: T | undefined): void {
    this.#values.delete(key)
    if (value === undefined) return
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest)
  }
}
