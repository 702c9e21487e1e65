import type { Plugin } from 'vite'

/**
 * Keeps the style sheet of a module whose class names were all written into the code that uses them. Nothing is imported from
 * such a module any more, so the bundler would leave it out with its sheet. The object of all names is taken away: a build
 * that imports it (`import styles`) or asks for a class called `default` ends.
 */
export function keepSheets(): Plugin {
  return {
    name: 'keep-sheets',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => ({
        code: code.replace(/\bexport default \{[^}]*\};?/, ''),
        map: null,
        moduleSideEffects: 'no-treeshake',
      }),
    },
  }
}
