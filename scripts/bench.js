/**
 * `npm run bench`: runs the named measurements. The web app is built first, because the server starts only with one.
 */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['bench/run.ts', ...process.argv.slice(2)])
