import type { Plugin } from 'vite'

/**
 * Changes the module that Vite makes of each style sheet, in two ways. It cuts out the default export, which is the object
 * of all class names: nothing uses it, and a build that imports it (`import styles`) or asks for a class called `default`
 * ends. It also marks the module as one with effects: the class names are written into the code that uses them, so
 * nothing is imported from the module, and the bundler would leave it out with its sheet. No file of the source changes.
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
