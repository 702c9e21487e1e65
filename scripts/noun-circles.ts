export interface Import {
  from: string
  to: string
}

/**
 * Finds nouns that import each other, even if no files do, because then neither can be read, changed or moved without
 * the other. `nounOf` returns the noun of a file, or undefined. Returns each circle as 'a → b → a (a file → b file,
 * …)'.
 */
export function circlesBetweenNouns(
  imports: readonly Import[],
  nounOf: (file: string) => string | undefined,
): string[] {
  const ways = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const [from, to] = [nounOf(each.from), nounOf(each.to)]
    if (from === undefined || to === undefined || from === to) continue
    const ofNoun = ways.get(from) ?? new Map<string, Import>()
    ways.set(from, ofNoun.set(to, ofNoun.get(to) ?? each))
  }
  const circles = [...ways.keys()].toSorted().flatMap((noun) => shortestWay(ways, noun) ?? [])
  // Each circle is found from each of its nouns, and reported only from the alphabetically first one.
  return circles
    .filter(({ nouns: [first = '', ...others] }) => others.every((other) => first <= other))
    .map(({ nouns, imported }) => {
      const files = imported.map(({ from, to }) => `${from} → ${to}`).join(', ')
      return `${[...nouns, ...nouns.slice(0, 1)].join(' → ')} (${files})`
    })
}

interface Way {
  nouns: string[]
  imported: Import[]
}

/** The shortest path from a noun back to itself. */
function shortestWay(ways: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Way | undefined {
  let ends: Way[] = [{ nouns: [start], imported: [] }]
  const seen = new Set<string>()
  while (ends.length > 0) {
    const next: Way[] = []
    for (const { nouns, imported } of ends) {
      for (const [noun, each] of ways.get(nouns.at(-1) ?? '') ?? []) {
        if (noun === start) return { nouns, imported: [...imported, each] }
        if (seen.has(noun)) continue
        seen.add(noun)
        next.push({ nouns: [...nouns, noun], imported: [...imported, each] })
      }
    }
    ends = next
  }
  return undefined
}
