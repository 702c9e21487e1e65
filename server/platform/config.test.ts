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

test('has a default for every setting', () => {
  expect(readConfig({})).toMatchObject({
    environment: 'development',
    host: 'localhost',
    port: 3000,
    dataDir: path.resolve('.data'),
    databaseUrl: undefined,
    trustProxy: false,
    texts: undefined,
    s3: undefined,
  })
})

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('reports all wrong settings together', () => {
  const problems = problemsOf({
    PORT: '70000',
    NODE_ENV: 'live',
    LOG_LEVEL: 'loud',
    DATABASE_POOL_SIZE: '-1',
    DATABASE_URL: 'mysql://a@b/c',
    SENTRY_DSN: 'key',
    TRUST_PROXY: '10.0.0.0/33',
    SMS_FROM: 'A sender with a long name',
    SMS_AUTH_TOKEN: 'hidden',
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
    'SMS_ACCOUNT_SID',
    'S3_REGION',
  ])
  expect(problems.filter((problem) => problem.includes('\n'))).toEqual([])
})

test('the URL of a pooler differs from that of the database in its address alone', () => {
  const DATABASE_URL = 'postgres://me:secret@db.internal/lateral'
  for (const name of ['DATABASE_POOL_URL', 'DATABASE_REPLICA_URL']) {
    const problemsWith = (url: string) => problemsOf({ DATABASE_URL, [name]: url })
    expect(problemsWith('postgres://me:secret@localhost:6432/lateral')).toEqual([])
    for (const wrong of ['me:other@localhost/lateral', 'you:secret@localhost/lateral', 'me:secret@localhost/other']) {
      expect(problemsWith(`postgres://${wrong}`)).toEqual([
        `${name}: expected the user, password and database of DATABASE_URL`,
      ])
    }
    expect(problemsOf({ [name]: 'postgres://me:secret@localhost:6432/lateral' })).toHaveLength(1)
  }
})

test('describes a wrong URL without its password', () => {
  expect(problemsOf({ DATABASE_URL: 'http://me:secret@host/db' }).join()).not.toContain('secret')
})

test('trusts proxies by address', () => {
  expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8' }).trustProxy).toEqual(['loopback', '10.0.0.0/8'])
  expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true)
})

const texts = { SMS_ACCOUNT_SID: 'AC1', SMS_AUTH_TOKEN: 'secret', SMS_FROM: '+447400123456' }

test('sends texts to Twilio unless another address is given', () => {
  expect(readConfig(texts).texts).toEqual({
    url: 'https://api.twilio.com',
    accountSid: 'AC1',
    authToken: 'secret',
    from: '+447400123456',
  })
  const elsewhere = { ...texts, SMS_URL: 'http://127.0.0.1:8080', SMS_FROM: 'Harbour' }
  expect(readConfig(elsewhere).texts).toMatchObject({ url: 'http://127.0.0.1:8080', from: 'Harbour' })
})

test.each([
  [{ SMS_URL: 'https://texts.test' }, 'SMS_ACCOUNT_SID, SMS_AUTH_TOKEN, SMS_FROM: needed'],
  [{ ...texts, SMS_AUTH_TOKEN: '' }, 'SMS_AUTH_TOKEN: needed'],
  [{ ...texts, SMS_FROM: '07400 123456' }, 'SMS_FROM: expected a number'],
  [{ ...texts, SMS_FROM: 'Longer than eleven' }, 'SMS_FROM: expected a number'],
  [{ ...texts, SMS_URL: 'ftp://texts.test' }, 'SMS_URL: expected a URL'],
])('reports wrong text settings without the secret (%#)', (env, problem) => {
  const problems = problemsOf(env)
  expect(problems).toEqual([expect.stringContaining(problem)])
  expect(problems.join()).not.toContain('secret')
})

test('refuses a metrics token that could be guessed, without repeating it', () => {
  for (const METRICS_TOKEN of ['short', 'sixteen with blanks', 'ünïcode-of-more-than-sixteen']) {
    expect(problemsOf({ METRICS_TOKEN })).toEqual([
      'METRICS_TOKEN: expected at least 16 letters, digits or signs without spaces',
    ])
  }
  expect(readConfig({ METRICS_TOKEN: 'sixteen-or-longer' }).metricsToken).toBe('sixteen-or-longer')
})

test('keeps the list of erasures in the data folder, in the bucket of files, or where it is told to', () => {
  const s3 = { S3_BUCKET: 'photos', S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ DATA_DIR: '/data' }).erasures).toMatchObject({ folder: '/data/erasures', s3: undefined })
  expect(readConfig(s3).erasures).toMatchObject({ prefix: 'erasures/', s3: { bucket: 'photos' } })
  expect(readConfig({ ...s3, ERASURES: '/mnt/apart' }).erasures).toMatchObject({ folder: '/mnt/apart', s3: undefined })
  expect(problemsOf({ ERASURES: 'apart' })).toEqual([expect.stringMatching(/^ERASURES: expected/)])
  for (const [AUDIT_HEADS, ERASURES] of [
    ['/mnt/apart', '/mnt/apart/'],
    ['s3://heads/kept', 's3://heads/kept/'],
    ['s3://photos/erasures', undefined],
  ]) {
    expect(problemsOf({ ...s3, AUDIT_HEADS, ERASURES })).toEqual([
      'ERASURES: expected another place than the one of AUDIT_HEADS',
    ])
  }
  expect(problemsOf({ ...s3, AUDIT_HEADS: 's3://heads/kept', ERASURES: 's3://photos/kept' })).toEqual([])
})

test('keeps the heads of audit chains in a folder, or in a bucket with the S3 settings', () => {
  const s3 = { S3_BUCKET: 'photos', S3_REGION: 'eu-west-2', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
  const heads = (AUDIT_HEADS: string, more = {}) => readConfig({ AUDIT_HEADS, ...more }).auditHeads
  expect(heads('/mnt/worm')).toEqual({ folder: '/mnt/worm', prefix: '', s3: undefined })
  expect(heads('s3://locked/lateral/heads', s3)).toMatchObject({ prefix: 'lateral/heads/', s3: { bucket: 'locked' } })
  expect(heads('s3://locked', s3)).toMatchObject({ prefix: '', s3: { bucket: 'locked', region: 'eu-west-2' } })
  for (const AUDIT_HEADS of ['heads', 's3://locked/x', 'https://bucket']) {
    expect(problemsOf({ AUDIT_HEADS })).toEqual([expect.stringMatching(/^AUDIT_HEADS: expected/)])
  }
})

test('traces a tenth of the requests, or the share that is set, and only with a collector', () => {
  expect(readConfig({}).tracing).toEqual({ endpoint: undefined, share: 0.1 })
  const set = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '0.5' }
  expect(readConfig(set).tracing).toEqual({ endpoint: 'http://127.0.0.1:4318', share: 0.5 })
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: 'grpc://collector:4317', OTEL_TRACES_SAMPLER_ARG: '50%' })).toEqual([
    'OTEL_EXPORTER_OTLP_ENDPOINT: expected a URL of the form https://… or http://…',
    'OTEL_TRACES_SAMPLER_ARG: expected a number from 0 to 1, found "50%"',
  ])
})

test('webhooks reach no private network unless it is named, and a key has at least 32 characters', () => {
  expect(readConfig({}).webhookNetworks).toEqual([])
  const networks = readConfig({ WEBHOOK_NETWORKS: '10.20.0.0/16, fd00:1::/48,192.168.7.9' }).webhookNetworks
  expect(networks).toEqual(['10.20.0.0/16', 'fd00:1::/48', '192.168.7.9'])
  for (const WEBHOOK_NETWORKS of ['loopback', 'true', '10.0.0.0/33', 'hooks.example.org']) {
    expect(problemsOf({ WEBHOOK_NETWORKS })).toEqual([
      `WEBHOOK_NETWORKS: expected IP addresses or networks, found "${WEBHOOK_NETWORKS}"`,
    ])
  }
  expect(problemsOf({ SECRETS_KEY: 'short' })).toHaveLength(1)
})
