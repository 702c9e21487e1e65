/** `npm run screenshots`: redraws docs/screenshots from the demo data, in a server and a browser of its own. */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['e2e/screenshots.ts'])
