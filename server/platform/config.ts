import { isIP } from 'node:net'
import path from 'node:path'

/** The bucket for device images, if one is used instead of the data folder. */
type S3Config = {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** A place for lines apart from the database: a folder, or a bucket if `s3` is set, with a prefix for the names. */
export type KeptLinesConfig = { folder: string; prefix: string; s3: S3Config | undefined }

/** Settings for messages to people and their links. */
export type MailConfig = {
  /** Without it, mail waits in production and goes to `/dev/mail` elsewhere. */
  smtpUrl: string | undefined
  /** The address in From; the tenant's name is put before it. */
  from: string
  /**
   * The address at which the product is reached from outside. The tenant's slug becomes the first label of its host.
   */
  publicUrl: string
}

/** The service for texts to mobiles: Twilio, or one with its REST API. */
export type TextConfig = {
  url: string
  accountSid: string
  authToken: string
  /** A number as E.164, or a name of at most 11 characters. */
  from: string
}

/** Every setting of the server, read once at start. Documented in docs/running.md. */
export type Config = {
  environment: Environment
  host: string
  port: number
  /** An absolute path. The folder holds the embedded database and uploaded files. */
  dataDir: string
  /** The owner's URL of an external PostgreSQL; undefined for the embedded one. */
  databaseUrl: string | undefined
  /** The address of a pooler with the user and database of `databaseUrl`, for requests, exports and jobs; undefined without one. */
  databasePoolUrl: string | undefined
  /** The address of a streaming replica, with the user and database of `databaseUrl`; undefined without one. */
  databaseReplicaUrl: string | undefined
  /** The number of connections that this process may hold for requests. */
  databasePoolSize: number
  /** The seconds for which a server that SIGTERM stops still serves, while `/health/ready` answers 503. */
  drainSeconds: number
  logLevel: LogLevel
  /** Trusts the X-Forwarded-… headers of everybody, of nobody, or of these addresses and networks. */
  trustProxy: boolean | string[]
  sentryDsn: string | undefined
  /** The OpenTelemetry collector that traces are sent to, if any, and the share of requests that are traced (0 to 1). */
  tracing: { endpoint: string | undefined; share: number }
  /** The bearer token of Prometheus. Without it there are no metrics in production. */
  metricsToken: string | undefined
  /** Encrypts secrets that are used again. Without it a key is kept in the data folder. */
  secretsKey: string | undefined
  /** The addresses and networks that webhooks may reach besides public ones. */
  webhookNetworks: string[]
  mail: MailConfig
  /** Without it, texts wait in production and go to `/dev/mail` elsewhere. */
  texts: TextConfig | undefined
  s3: S3Config | undefined
  /** The place, besides the log, to which the newest position and hash of each audit chain are written every hour. */
  auditHeads: KeptLinesConfig | undefined
  /** The place of the list of people who were erased, with which a restored backup is brought up to date. */
  erasures: KeptLinesConfig
}

const environments = ['development', 'test', 'production'] as const
type Environment = (typeof environments)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** Reports all wrong settings together, one line each in `problems`. Never contains a secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the settings from the environment. An empty variable counts as unset. Throws ConfigError. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = new SettingsReader(env)
  const read = {
    environment: settings.oneOf('NODE_ENV', environments) ?? 'development',
    host: settings.text('HOST') ?? 'localhost',
    port: settings.wholeNumber('PORT', 0, 65_535) ?? 3000,
    dataDir: path.resolve(settings.text('DATA_DIR') ?? '.data'),
    databaseUrl: settings.url('DATABASE_URL', ['postgres:', 'postgresql:'], { needsUser: true }),
    databasePoolUrl: settings.url('DATABASE_POOL_URL', ['postgres:', 'postgresql:'], { needsUser: true }),
    databaseReplicaUrl: settings.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'], { needsUser: true }),
    databasePoolSize: settings.wholeNumber('DATABASE_POOL_SIZE', 1, 1000) ?? 10,
    drainSeconds: settings.wholeNumber('DRAIN_SECONDS', 0, 300) ?? 10,
    logLevel: settings.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    trustProxy: settings.addresses('TRUST_PROXY') ?? false,
    sentryDsn: settings.url('SENTRY_DSN', ['https:', 'http:'], { needsUser: true }),
    tracing: {
      endpoint: settings.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:']),
      share: settings.share('OTEL_TRACES_SAMPLER_ARG') ?? 0.1,
    },
    metricsToken: settings.secret('METRICS_TOKEN', 16),
    secretsKey: settings.secret('SECRETS_KEY', 32),
    webhookNetworks: settings.networks('WEBHOOK_NETWORKS'),
    mail: {
      smtpUrl: settings.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: settings.text('MAIL_FROM') ?? 'no-reply@localhost',
      publicUrl: settings.url('PUBLIC_URL', ['https:', 'http:']) ?? `http://localhost:${settings.text('PORT') ?? 3000}`,
    },
    texts: readTexts(settings),
    s3: readS3(settings),
  }
  const others = { DATABASE_POOL_URL: read.databasePoolUrl, DATABASE_REPLICA_URL: read.databaseReplicaUrl }
  for (const [name, url] of Object.entries(others)) {
    if (url === undefined || isSameLogin(url, read.databaseUrl)) continue
    settings.problems.push(`${name}: expected the user, password and database of DATABASE_URL`)
  }
  const ownErasures = { folder: path.join(read.dataDir, 'erasures'), prefix: 'erasures/', s3: read.s3 }
  const config: Config = {
    ...read,
    auditHeads: readKeptLines(settings, 'AUDIT_HEADS', read.s3),
    erasures: readKeptLines(settings, 'ERASURES', read.s3) ?? ownErasures,
  }
  if (isSamePlace(config.auditHeads, config.erasures)) {
    settings.problems.push('ERASURES: expected another place than the one of AUDIT_HEADS')
  }
  if (settings.problems.length > 0) throw new ConfigError(settings.problems)
  return config
}

/** Compares user, password and database, but not the address. */
function isSameLogin(poolUrl: string, databaseUrl: string | undefined): boolean {
  const [pool, database] = [URL.parse(poolUrl), URL.parse(databaseUrl ?? '')]
  return (['username', 'password', 'pathname'] as const).every((part) => pool?.[part] === database?.[part])
}

function readTexts(settings: SettingsReader): TextConfig | undefined {
  const url = settings.url('SMS_URL', ['https:', 'http:'])
  const given = settings.together('SMS_', ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'], url)
  if (given === undefined) return undefined
  const [accountSid, authToken, from] = given
  if (!/^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(from)) {
    settings.problems.push(
      'SMS_FROM: expected a number such as +447400123456, or a name of up to 11 letters and digits',
    )
  }
  return { url: url ?? 'https://api.twilio.com', accountSid, authToken, from }
}

function isSamePlace(one: KeptLinesConfig | undefined, other: KeptLinesConfig): boolean {
  if (one === undefined || one.s3?.bucket !== other.s3?.bucket || one.prefix !== other.prefix) return false
  return other.s3 !== undefined || path.resolve(one.folder) === path.resolve(other.folder)
}

function readKeptLines(settings: SettingsReader, name: string, s3: S3Config | undefined): KeptLinesConfig | undefined {
  const text = settings.text(name)
  if (text === undefined) return undefined
  if (path.isAbsolute(text)) return { folder: text, prefix: '', s3: undefined }
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]+)((?:\/[\w.-]+)*)\/?$/.exec(text) ?? []
  if (bucket === undefined || s3 === undefined) {
    settings.problems.push(
      `${name}: expected the absolute path of a folder, or s3://bucket/prefix together with the S3_ settings`,
    )
    return undefined
  }
  return { folder: '', prefix: prefix === '' ? '' : `${prefix.slice(1)}/`, s3: { ...s3, bucket } }
}

function readS3(settings: SettingsReader): S3Config | undefined {
  const endpoint = settings.url('S3_ENDPOINT', ['https:', 'http:'])
  const names = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const given = settings.together('S3_', names, endpoint)
  if (given === undefined) return undefined
  const [bucket, region, accessKeyId, secretAccessKey] = given
  return { endpoint, bucket, region, accessKeyId, secretAccessKey }
}

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

class SettingsReader {
  readonly problems: string[] = []
  readonly #env: NodeJS.ProcessEnv

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env
  }

  text(name: string): string | undefined {
    return this.#env[name]?.trim() || undefined
  }

  /**
   * Reads a secret of printable ASCII, as HTTP headers allow, that is too long to be guessed. Problems never repeat the
   * value.
   */
  secret(name: string, min: number): string | undefined {
    const text = this.text(name)
    if (text !== undefined && (text.length < min || !/^[\x21-\x7e]+$/.test(text))) {
      this.problems.push(`${name}: expected at least ${min} letters, digits or signs without spaces`)
    }
    return text
  }

  wholeNumber(name: string, min: number, max: number): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    this.problems.push(`${name}: expected a whole number from ${min} to ${max}, found "${text}"`)
    return undefined
  }

  share(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (/^\d*\.?\d+$/.test(text) && value <= 1) return value
    this.problems.push(`${name}: expected a number from 0 to 1, found "${text}"`)
    return undefined
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) {
      this.problems.push(`${name}: expected one of ${values.join(', ')}, found "${text}"`)
    }
    return value
  }

  /** Reads settings that belong together; undefined when none is set and `another` setting does not need them. */
  together<const Names extends readonly string[]>(
    prefix: string,
    names: Names,
    another: string | undefined,
  ): { [K in keyof Names]: string } | undefined {
    const values = names.map((name) => this.text(name))
    const missing = names.filter((_, i) => values[i] === undefined)
    // No name lacks its value, so the lengths agree.
    if (missing.length === 0) return values as { [K in keyof Names]: string }
    if (missing.length < names.length || another !== undefined) {
      this.problems.push(`${missing.join(', ')}: needed when any other ${prefix} setting is given`)
    }
    return undefined
  }

  /** Reads `true`, `false`, or addresses and networks separated by commas. */
  addresses(name: string): boolean | string[] | undefined {
    const text = this.text(name)
    if (text === undefined || text === 'false') return undefined
    if (text === 'true') return true
    const parts = text.split(',').map((part) => part.trim())
    const wrong = parts.find((part) => !namedNetworks.includes(part) && !isNetwork(part))
    if (wrong !== undefined) {
      this.problems.push(`${name}: expected true, false or IP addresses or networks, found "${wrong}"`)
    }
    return parts
  }

  /** Reads addresses and networks separated by commas. */
  networks(name: string): string[] {
    const parts = this.text(name)
      ?.split(',')
      .map((part) => part.trim())
    const wrong = parts?.find((part) => !isNetwork(part))
    if (wrong !== undefined) this.problems.push(`${name}: expected IP addresses or networks, found "${wrong}"`)
    return parts ?? []
  }

  /** Problems describe the expected form and never the value, because a URL may contain a password. */
  url(name: string, protocols: readonly string[], options = { needsUser: false }): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const url = URL.parse(text)
    if (!url || !protocols.includes(url.protocol)) {
      const forms = protocols.map((protocol) => `${protocol}//…`).join(' or ')
      this.problems.push(`${name}: expected a URL of the form ${forms}`)
    } else if (options.needsUser && !url.username) {
      this.problems.push(`${name}: the URL names no user (${url.protocol}//user@…)`)
    }
    return text
  }
}
