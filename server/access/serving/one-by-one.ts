/** The latest unfinished work under each key. */
const latest = new Map<string, Promise<unknown>>()

/**
 * Runs work under one key in this process one piece after another, in the order of the calls, whether or not a piece
 * fails.
 */
export function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
  const own = (latest.get(key) ?? Promise.resolve()).then(work, work)
  latest.set(key, own)
  const forget = () => {
    if (latest.get(key) === own) latest.delete(key)
  }
  void own.then(forget, forget)
  return own
}
