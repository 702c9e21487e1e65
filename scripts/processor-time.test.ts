import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Works until the processor has been busy with it for half a second, however long that takes beside other programs. */
const work = 'while (process.cpuUsage().user < 500_000);'

/** Prints what was counted before a program, after it, and after one that another program started. */
const script = `
import { spawnSync } from 'node:child_process'
import { processorSeconds } from ${JSON.stringify(path.join(import.meta.dirname, 'processor-time.js'))}
const run = (program) => spawnSync(process.execPath, ['-e', program])
const counted = [processorSeconds()]
run(${JSON.stringify(work)})
counted.push(processorSeconds())
run('require("node:child_process").spawnSync(process.execPath, ["-e", ' + ${JSON.stringify(JSON.stringify(work))} + '])')
counted.push(processorSeconds())
console.log(JSON.stringify(counted))
`

test.skipIf(!existsSync('/proc/self/stat'))('counts a program and what that program started', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const [before = 0, afterOne = 0, afterInner = 0]: number[] = JSON.parse(printed)
  expect(before).toBe(0)
  expect(afterOne).toBeGreaterThanOrEqual(0.45)
  expect(afterInner - afterOne).toBeGreaterThanOrEqual(0.45)
})
