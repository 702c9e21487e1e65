/** `npm run first-rows`: prints how far down each list begins, and how many presses of Tab lead there, in a server and a browser of its own. */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['e2e/first-rows.ts'])
