/** `npm start`: does any missing setup, then runs the server. Plain JavaScript, because nothing is installed yet. */
import path from 'node:path'
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'
import { root } from './set-up.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)

// Compiled modules are cached between starts: the second one is faster and needs 25 MB less memory, as TypeScript has
// nothing left to strip. A small young generation keeps an idle server small. A heap that may grow only by two fifths
// before garbage is collected keeps it small after work, because V8 does not return the pages of a larger one.
process.exitCode = await run(
  node,
  ['--max-semi-space-size=4', '--heap-growing-percent=40', 'server/main.ts'],
  { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile') },
  { takesCopies: true },
)
