/** `npm run bench`: the measurements that are named, on a web app built from these sources: the server starts on no other. */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
const node = findNode()
ensureWebBuilt(node)
process.exitCode = await run(node, ['bench/run.ts', ...process.argv.slice(2)])
