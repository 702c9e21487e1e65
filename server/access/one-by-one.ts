/** What was begun last under each key, while it goes on. */
const latest = new Map<string, Promise<unknown>>()

/** Does what this process does under one key one after another, in the order in which it was asked for, however each of them ends. */
export function oneByOne<T>(key: string, work: () => Promise<T>): Promise<T> {
  const own = (latest.get(key) ?? Promise.resolve()).then(work, work)
  latest.set(key, own)
  const forget = () => {
    if (latest.get(key) === own) latest.delete(key)
  }
  void own.then(forget, forget)
  return own
}
