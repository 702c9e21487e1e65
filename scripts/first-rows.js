/**
 * `npm run first-rows`: prints the position of each list's first row and the number of Tab presses to it, in a server
 * and a browser of its own.
 */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['e2e/first-rows.ts'])
