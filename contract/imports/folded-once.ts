import { folded, foldedId } from '../rules/folding.ts'

/** Texts that are remembered, of each kind. A hostile file must not fill the memory. */
const mostKept = 50_000

/** Remembers what a slow reading of a text gave. A file has few different words, names and devices, and each many times. */
function remembering(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const kept = known.get(text)
    if (kept !== undefined) return kept
    if (known.size >= mostKept) known.clear()
    const found = read(text)
    known.set(text, found)
    return found
  }
}

export const foldedOnce = remembering(folded)
export const foldedIdOnce = remembering(foldedId)
