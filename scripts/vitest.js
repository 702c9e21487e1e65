import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { run } from './run.js'

/** Runs one project of vitest.config.ts. A run that breaks before it can count is one failure. */
export async function runVitest(node, project) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lateral-report-'))
  const report = path.join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters])
    const { passed, failed, failures } = readReport(report)
    return { code, passed, failed: code === 0 ? failed : Math.max(failed, 1), failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOf) }
  } catch {
    return { passed: 0, failed: 0, failures: [] }
  }
}

/**
 * The failed tests of a file, or the file itself if it broke before its tests, each with the beginning of its message.
 */
function failuresOf({ name, status, message, assertionResults }) {
  const file = path.relative(process.cwd(), name)
  const tests = assertionResults.filter((test) => test.status === 'failed')
  if (tests.length === 0 && status === 'failed') return [described(file, message)]
  return tests.map((test) => described(`${file} > ${test.fullName}`, ...test.failureMessages))
}

function described(name, ...messages) {
  const beginnings = messages.flatMap((message) => {
    const lines = stripVTControlCharacters(message ?? '').split('\n')
    return lines.filter((line) => line.trim() !== '').slice(0, 30)
  })
  return [`FAILED ${name}`, ...beginnings.map((line) => `  | ${line.slice(0, 300)}`)].join('\n')
}
