/** `npm run lateral -- <command>`: commands for administrators of an installation, on its own machine. */
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
process.exitCode = await run(findNode(), ['scripts/commands/lateral.ts', ...process.argv.slice(2)])
