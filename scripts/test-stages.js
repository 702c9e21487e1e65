import { existsSync } from 'node:fs'
import { ensureWebBuilt } from './build-web.js'
import { say } from './output.js'
import { run } from './run.js'
import { runVitest } from './vitest.js'

/**
 * The stages of `npm test` in order. `part` is the word that runs a stage alone; a stage with `isAskedFor` runs only
 * then. Each resolves with the exit code of its program and the numbers of passed and failed checks.
 */
export const stages = [
  check('Types', async (node) => {
    const server = await run(node, ['node_modules/typescript7/bin/tsc', '-p', '.'])
    const web = await run(node, ['node_modules/typescript7/bin/tsc', '-p', 'web'])
    const journeys = await run(node, ['node_modules/typescript7/bin/tsc', '-p', 'e2e'])
    return server || web || journeys
  }),
  check('Lint', (node) => run(node, ['node_modules/oxlint/bin/oxlint'])),
  check('Texts', (node) => run(node, ['scripts/own-elements.ts'])),
  check('Words of pages', (node) => run(node, ['scripts/page-words.ts'])),
  check('Comments', (node) => run(node, ['scripts/lone-comments.ts'])),
  check('Format', (node) => run(node, ['node_modules/oxfmt/bin/oxfmt', '--check'])),
  check('Architecture', (node) => run(node, ['scripts/check-architecture.ts'])),
  check('Dead code', (node) => run(node, ['node_modules/knip/bin/knip.js', '--no-progress'])),
  check('Page weight', (node) => {
    ensureWebBuilt(node)
    return run(node, ['bench/page-weight.ts'])
  }),
  { name: 'Unit tests', part: 'unit', run: (node) => runVitest(node, 'contract') },
  { name: 'Server tests', part: 'server', run: (node) => runVitest(node, 'server') },
  { name: 'Counterparts', part: 'counterparts', run: runCounterparts },
  { name: 'Web tests', part: 'web', run: (node) => runVitest(node, 'web') },
  { name: 'Browser journeys', part: 'e2e', run: runJourneys },
  { name: 'Journeys in other engines', part: 'engines', isAskedFor: true, run: runEngines },
]

function check(name, program) {
  return {
    name,
    part: 'checks',
    async run(node) {
      const code = await program(node)
      return { code, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
    },
  }
}

function runJourneys(node) {
  ensureWebBuilt(node)
  return runVitest(node, 'e2e')
}

/** Debian's packages, each with one of its programs. */
const enginePrograms = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/Xvfb',
}

/** A person who asked for this stage must learn that it was not run. */
function runEngines(node) {
  const missing = Object.keys(enginePrograms).filter((name) => !existsSync(enginePrograms[name]))
  if (missing.length > 0) {
    say(`Nothing was checked. These packages of Debian are missing: apt-get install ${missing.join(' ')}`)
    return { code: 1, passed: 0, failed: 1 }
  }
  ensureWebBuilt(node)
  return runVitest(node, 'engines')
}

/** The stand-in for Amazon's S3 is not an npm package: without it there is nothing to check, which is not a failure. */
async function runCounterparts(node) {
  if (existsSync('/usr/bin/swift-proxy-server')) return runVitest(node, 'counterparts')
  say('Nothing was checked: Swift is not installed (swift-proxy, swift-account, swift-container, swift-object).')
  return { code: 0, passed: 0, failed: 0 }
}
