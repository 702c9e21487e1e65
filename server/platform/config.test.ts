import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'development',
    host: 'localhost',
    port: 3000,
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    trustProxy: false,
    s3: undefined,
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('all wrong settings are named together', () => {
  const problems = problemsOf({
    PORT: '70000',
    NODE_ENV: 'live',
    LOG_LEVEL: 'loud',
    DATABASE_POOL_SIZE: '-1',
    DATABASE_URL: 'mysql://a@b/c',
    SENTRY_DSN: 'key',
    TRUST_PROXY: '10.0.0.0/33',
    S3_BUCKET: 'images',
  })
  expect(problems.map((problem) => problem.split(/[:,]/)[0])).toEqual([
    'NODE_ENV',
    'PORT',
    'DATABASE_URL',
    'DATABASE_POOL_SIZE',
    'LOG_LEVEL',
    'TRUST_PROXY',
    'SENTRY_DSN',
    'S3_REGION',
  ])
  expect(problems.filter((problem) => problem.includes('\n'))).toEqual([])
})

test('a wrong URL is described without the password in it', () => {
  expect(problemsOf({ DATABASE_URL: 'http://me:secret@host/db' }).join()).not.toContain('secret')
})

test('a proxy is trusted by address', () => {
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual(['loopback', '10.0.0.0/8'])
  expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
})
