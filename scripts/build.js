/** `npm run build`: the setup of `npm start` without the server, for a folder from which another user will run it. */
import { ensureWebBuilt } from './build-web.js'
import { checkMachine, ensureInstalled, findNode } from './install.js'

checkMachine()
ensureInstalled()
ensureWebBuilt(findNode())
