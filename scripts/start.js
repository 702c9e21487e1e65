/** `npm start`: does all the set-up that is missing, then runs the server. Plain JavaScript: nothing is installed yet. */
import path from 'node:path'
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'
import { root } from './set-up.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)

// Compiled modules are kept from start to start: the second one is ready sooner and needs 25 MB less memory, as
// TypeScript has nothing left to strip. A small young generation keeps an idle server small; a heap that may grow by two
// fifths only, before garbage is collected, keeps it small after work: V8 does not give back the pages of a larger one.
process.exitCode = await run(
  node,
  ['--max-semi-space-size=4', '--heap-growing-percent=40', 'server/main.ts'],
  { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile') },
  { takesCopies: true },
)
