import type { Plugin } from 'vite'

const library = '@tabler/icons-react'
const fromLibrary = new RegExp(String.raw`import\s*\{([^}]*)\}\s*from\s*['"]${library}['"];?`, 'g')

/**
 * Builds the web app with each icon imported from its own file instead of the library's index of thousands. It is then
 * known which page needs which icon, so that each loads with its page, and the build reads some eighty files instead of
 * six thousand.
 */
export function iconsByFile(): Plugin {
  return {
    name: 'icons-by-file',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]web[\\/].*\.tsx?$/, code: library },
      handler(code) {
        const rewritten = code.replace(fromLibrary, (_, names: string) => names.split(',').map(importOf).join(' '))
        return { code: rewritten, map: null }
      },
    },
  }
}

/** The import for one name, optionally with a local alias. */
function importOf(name: string): string {
  const [icon = '', ownName = icon] = name.trim().split(/\s+as\s+/)
  return icon === '' ? '' : `import ${ownName} from '${library}/dist/esm/icons/${icon}.mjs';`
}
