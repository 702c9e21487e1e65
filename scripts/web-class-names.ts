import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

const web = path.join(import.meta.dirname, '..', 'web')
/** The import of a style module: the local name, and the path. */
const importOfSheet = /import (\w+) from (['"]\.[^'"]+\.module\.css['"])/g

/**
 * Returns a function that names the classes and animations of style modules in as few letters as possible, because the
 * names are in both the sheet and the scripts. Equal sources give equal names, so that machines that build for
 * themselves can serve each other's pages.
 */
export function shortClassNames(): (name: string, sheet: string) => string {
  const files = globSync('**/*.module.css', { cwd: web }).toSorted()
  return (name, sheet) => {
    const names = namesIn(sheet)
    // A module has a `default` export of its own, which would become the class `[object Object]`.
    if (name === 'default') throw new Error(`${sheet} has a class "default": call it something else`)
    if (!names.includes(name)) throw new Error(`${sheet} has no ${name}`)
    return `c${files.indexOf(path.relative(web, sheet)).toString(36)}_${names.indexOf(name).toString(36)}`
  }
}

const known = new Map<string, string[]>()

/** All possible names in the file, in order and without duplicates. */
function namesIn(sheet: string): string[] {
  const found = readFileSync(sheet, 'utf8').matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)
  const names = known.get(sheet) ?? [...new Set([...found].map(([, name = '']) => name))]
  known.set(sheet, names)
  return names
}

/**
 * Lets the app import each class of a style module by name, so that the name is inlined where it is used. Otherwise
 * each part of the app would carry a table of all names of its sheets, 2 kB of every page.
 */
export function classNamesInPlace(): Plugin {
  return {
    name: 'class-names-in-place',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /[\\/]web[\\/].*(\.tsx?|\.module\.css)$/ },
      handler(code, id) {
        // A sheet of which only the names are used must still be loaded.
        if (id.endsWith('.css')) return { code, map: null, moduleSideEffects: 'no-treeshake' }
        return { code: code.replaceAll(importOfSheet, 'import * as $1 from $2'), map: null }
      },
    },
  }
}
