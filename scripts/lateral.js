/** `npm run lateral -- <command>`: what administrators of an installation do at its own machine. */
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { run } from './run.js'

checkMachine()
ensureInstalled()
process.exitCode = await run(findNode(), ['scripts/commands/lateral.ts', ...process.argv.slice(2)])
