/** `npm start`: does all the set-up that is missing, then runs the server. Plain JavaScript: nothing is installed yet. */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['server/main.ts'])
