import { existsSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'
import { testsOfSql } from './scripts/tests-of-sql.ts'

/** Tests against real programs that npm does not bring. */
const counterparts = 'server/**/*.counterpart.test.ts'

/** With `TEST_SQL`, those of the server whose SQL may differ between versions of PostgreSQL, and no others. */
const testsOfServer = process.env.TEST_SQL
  ? testsOfSql(import.meta.dirname)
  : ['server/**/*.test.ts', 'database/**/*.test.ts', 'tests/**/*.test.ts']

/** Journeys in browsers that npm does not bring. */
const engines = 'e2e/engines/**/*.test.ts'

/** With `isolate: false`: libraries are loaded once a worker, the project's own modules once a file. */
const freshModules = 'scripts/fresh-modules.ts'

/** True where the server's tests share one database on Citus, one file after the other. */
const isOnCitus = Boolean(process.env.TEST_ON_CITUS)

/** Milliseconds after which a test hangs. A busy machine takes ten times as long as a quiet one, and is no failure. */
const testTimeout = isOnCitus ? 1_200_000 : 240_000

/** Milliseconds after which a journey in a browser hangs; four times as many where it looks at every width. */
const journeyTimeout = process.env.E2E_EVERY_WIDTH === undefined ? 300_000 : 1_500_000

/** What appears late on a busy machine is not wrong: only a failure waits for so long. */
const poll = { timeout: 40_000 }

/** A test that asserts nothing cannot fail. Journeys can: they wait for what they expect to see, and then nothing else need be asserted. */
const expectations = { poll, requireAssertions: true }

/** Tests wait about as long as they compute, for PostgreSQL, for mail and for pages: four at once keep even two processors busy. */
const maxWorkers = Math.max(4, os.availableParallelism())

/** What tests write is thrown away: it stays in memory where there is room, because databases are made of many files. */
if (hasRoomInMemory()) process.env.TMPDIR ??= '/dev/shm'

/** Servers and commands that tests start are compiled once, as by `npm start`. */
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compile')

function hasRoomInMemory(): boolean {
  const needed = 4 * 1024 ** 3
  if (!existsSync('/dev/shm') || process.availableMemory() < needed) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize >= needed
}

export default defineConfig({
  test: {
    maxWorkers,
    fileParallelism: !isOnCitus,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'contract',
          environment: 'node',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectations,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: testsOfServer,
          exclude: [counterparts],
          isolate: false,
          setupFiles: [freshModules],
          globalSetup: ['tests/server/database-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectations,
        },
      },
      {
        test: {
          name: 'counterparts',
          environment: 'node',
          include: [counterparts],
          globalSetup: ['tests/server/database-setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectations,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          isolate: false,
          include: ['web/**/*.test.{ts,tsx}'],
          // A test reads which colours there are; other style sheets say nothing to jsdom.
          css: { include: [/colours\.css/] },
          setupFiles: [freshModules, 'web/testing/setup.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectations,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: [engines],
          isolate: false,
          globalSetup: ['e2e/stage/global-setup.ts'],
          maxWorkers,
          testTimeout: journeyTimeout,
          hookTimeout: journeyTimeout,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'engines',
          environment: 'node',
          include: [engines],
          testTimeout: journeyTimeout,
          hookTimeout: journeyTimeout,
          expect: { poll },
        },
      },
    ],
  },
})
