import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const web = path.join(import.meta.dirname, '..', 'web')
/** How a file imports a style module: the name that it gives it, and its path. */
const importOfSheet = /import (\w+) from (['"]\.[^'"]+\.module\.css['"])/g

/**
 * Answers how a class or an animation of a style module is called in a page: in as few letters as can be, for they stand in the
 * sheet and in the scripts. The same sources give the same names, so that machines which build for themselves can serve each
 * other's pages.
 */
export function shortClassNames(): (name: string, sheet: string) => string {
  const files = globSync('**/*.module.css', { cwd: web }).toSorted()
  return (name, sheet) => {
    const names = namesIn(sheet)
    // A module as a whole has a `default` of its own, which would be drawn as the class `[object Object]`.
    if (name === 'default') throw new Error(`${sheet} has a class "default": call it something else`)
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
 * Lets the app take each class by its own name from a style module, so that the name is written where it is used. Otherwise each
 * part of the app brings a table of all names of its sheets, 2 kB of what every page loads.
 */
export function classNamesInPlace(): Plugin {
  return {
    name: 'class-names-in-place',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]web[\\/].*(\.tsx?|\.module\.css)$/ },
      handler(code, id) {
        // A sheet of which only the names were needed is needed all the same.
        if (id.endsWith('.css')) return { code, map: null, moduleSideEffects: 'no-treeshake' }
        return { code: code.replaceAll(importOfSheet, 'import * as $1 from $2'), map: null }
      },
    },
  }
}
