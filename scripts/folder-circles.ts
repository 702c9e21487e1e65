export interface Import {
  from: string
  to: string
}

/**
 * Finds folders that import each other, even if no files do, because then neither can be read, changed or moved without
 * the other. `folderOf` returns the folder of a file, or undefined for a file that is left out. Returns each circle as
 * 'a → b → a (a file → b file, …)'.
 */
export function circlesBetweenFolders(
  imports: readonly Import[],
  folderOf: (file: string) => string | undefined,
): string[] {
  const ways = new Map<string, Map<string, Import>>()
  for (const each of imports) {
    const [from, to] = [folderOf(each.from), folderOf(each.to)]
    if (from === undefined || to === undefined || from === to) continue
    const ofFolder = ways.get(from) ?? new Map<string, Import>()
    ways.set(from, ofFolder.set(to, ofFolder.get(to) ?? each))
  }
  const circles = [...ways.keys()].toSorted().flatMap((folder) => shortestWay(ways, folder) ?? [])
  // Each circle is found from each of its folders, and reported only from the alphabetically first one.
  return circles
    .filter(({ folders: [first = '', ...others] }) => others.every((other) => first <= other))
    .map(({ folders, imported }) => {
      const files = imported.map(({ from, to }) => `${from} → ${to}`).join(', ')
      return `${[...folders, ...folders.slice(0, 1)].join(' → ')} (${files})`
    })
}

interface Way {
  folders: string[]
  imported: Import[]
}

/** The shortest path from a folder back to itself. */
function shortestWay(ways: ReadonlyMap<string, ReadonlyMap<string, Import>>, start: string): Way | undefined {
  let ends: Way[] = [{ folders: [start], imported: [] }]
  const seen = new Set<string>()
  while (ends.length > 0) {
    const next: Way[] = []
    for (const { folders, imported } of ends) {
      for (const [folder, each] of ways.get(folders.at(-1) ?? '') ?? []) {
        if (folder === start) return { folders, imported: [...imported, each] }
        if (seen.has(folder)) continue
        seen.add(folder)
        next.push({ folders: [...folders, folder], imported: [...imported, each] })
      }
    }
    ends = next
  }
  return undefined
}
