/** `npm start`: does all the set-up that is missing, then runs the server. Plain JavaScript: nothing is installed yet. */
import path from 'node:path'
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode, root } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
// Compiled modules kept from the last start: loading them takes a third of the time.
const compiled = path.join(root, 'node_modules', '.cache', 'lateral-compiled')
process.exitCode = await run(node, ['server/main.ts'], { NODE_COMPILE_CACHE: compiled })
