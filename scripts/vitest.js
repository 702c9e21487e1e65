import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { run } from './run.js'

/** Runs one project of vitest.config.ts. A run that breaks before it can count is one failure. */
export async function runVitest(node, project) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lateral-report-'))
  const report = path.join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const code = await run(node, ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters])
    const { passed, failed } = readCounts(report)
    return { code, passed, failed: code === 0 ? failed : Math.max(failed, 1) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  } catch {
    return { passed: 0, failed: 0 }
  }
}
