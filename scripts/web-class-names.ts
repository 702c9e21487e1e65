import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const web = path.join(import.meta.dirname, '..', 'web')
/** A style module that a file imports: the name that the file gives it, and its path. */
const importOfSheet = /import (\w+) from ['"](\.[^'"]+\.module\.css)['"];?/g

/**
 * Answers how a class or an animation of a style module is called in a page: in as few letters as can be, for they stand in the
 * sheet and in the scripts. The same sources give the same names, so that machines which build for themselves can serve each
 * other's pages.
 */
export function shortClassNames(): (name: string, sheet: string) => string {
  const files = globSync('**/*.module.css', { cwd: web }).toSorted()
  return (name, sheet) => {
    const names = namesIn(sheet)
    if (!names.includes(name)) throw new Error(`${sheet} has no ${name}`)
    return `c${files.indexOf(path.relative(web, sheet)).toString(36)}_${names.indexOf(name).toString(36)}`
  }
}

const known = new Map<string, string[]>()

/** Every name that may be one, each once, as they stand in the file. */
function namesIn(sheet: string): string[] {
  const found = readFileSync(sheet, 'utf8').matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)
  const names = known.get(sheet) ?? [...new Set([...found].map(([, name = '']) => name))]
  known.set(sheet, names)
  return names
}

/**
 * Writes the names of classes where the app uses them. Otherwise each part of the app brings a table of all names of its style
 * modules, 2 kB of what every page loads. A module that is read in another way than by a name in the code keeps its table.
 */
export function classNamesInPlace(nameOf: (name: string, sheet: string) => string): Plugin {
  const withTable = new Set<string>()
  return {
    name: 'class-names-in-place',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      for (const file of globSync('**/*.{ts,tsx}', { cwd: web })) {
        const code = readFileSync(path.join(web, file), 'utf8')
        for (const { name, sheet } of sheetsOf(code, path.join(web, file))) {
          const uses = code.match(new RegExp(String.raw`(?<![.\w'/-])${name}\b(?!['\w:-])`, 'g'))?.length ?? 0
          const named = code.match(new RegExp(String.raw`(?<![.\w'/-])${name}\.[a-z]\w*`, 'gi'))?.length ?? 0
          // One more than those by name: the import.
          if (uses !== named + 1) withTable.add(sheet)
        }
      }
    },
    transform: {
      filter: { id: /[\\/]web[\\/].*(\.tsx?|\.module\.css)$/ },
      handler(code, id) {
        if (id.endsWith('.css'))
          return withTable.has(id) ? null : { code: '', map: null, moduleSideEffects: 'no-treeshake' }
        let rewritten = code
        for (const { name, sheet, whole } of sheetsOf(code, id)) {
          if (withTable.has(sheet)) continue
          rewritten = rewritten
            .replace(whole, `import '${sheet}';`)
            .replace(new RegExp(String.raw`(?<![.\w'/-])${name}\.([a-z]\w*)`, 'gi'), (_, used: string) =>
              // What has no rule has no class.
              namesIn(sheet).includes(used) ? JSON.stringify(nameOf(used, sheet)) : 'undefined',
            )
        }
        return rewritten === code ? null : { code: rewritten, map: null }
      },
    },
  }
}

function sheetsOf(code: string, file: string): { name: string; sheet: string; whole: string }[] {
  return [...code.matchAll(importOfSheet)].map(([whole, name = '', source = '']) => {
    return { name, whole, sheet: path.join(path.dirname(file), source) }
  })
}
