/** `npm test [-- part …]`: the setup of `npm start`, then every check. Ends with 'N passed, N failed'. */
import { checkMachine, ensureInstalled, findNode } from './install.js'
import { fail, say, secondsSince } from './output.js'
import { processorSeconds } from './processor-time.js'
import { stages } from './test-stages.js'

const parts = [...new Set(stages.map((stage) => stage.part))]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((part) => !parts.includes(part))
if (unknown.length > 0) fail(`There is no part ${unknown.join(', ')}; the parts are ${parts.join(', ')}.`)

checkMachine()
ensureInstalled()
const node = findNode()

const failedStages = []
const failures = []
let passed = 0
let failed = 0
const chosen = stages.filter(({ part, isAskedFor }) => (wanted.length === 0 ? !isAskedFor : wanted.includes(part)))
for (const stage of chosen) {
  say(`\n=== ${stage.name}`)
  const started = performance.now()
  const workedBefore = processorSeconds()
  const result = await stage.run(node)
  // A code from 128 up means that a signal ended it, most likely Ctrl-C. Tests that were not run have not passed.
  if (result.code >= 128) process.exit(result.code)
  passed += result.passed
  failed += result.failed
  failures.push(...(result.failures ?? []))
  if (result.failed > 0) failedStages.push(stage.name)
  say(
    `=== ${stage.name}: ${result.failed > 0 ? 'failed' : 'passed'} in ${secondsSince(started)}${workSince(workedBefore)}`,
  )
}

if (failures.length > 0) say(`\n${failures.join('\n')}`)
if (failedStages.length > 0) say(`\nFailed: ${failedStages.join(', ')}`)
say(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

/** On a busy machine a stage takes longer, but the processor works for it about as long as ever. */
function workSince(before) {
  return before === undefined ? '' : ` (${(processorSeconds() - before).toFixed(0)} s of processor)`
}
