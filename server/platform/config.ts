import { isIP } from 'node:net'
import path from 'node:path'

/** Where device images go when a bucket is configured instead of the data folder. */
type S3Config = {
  endpoint: string | undefined
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Where lines are kept apart from the database: below a prefix of a folder or of a bucket. */
export type KeptLinesConfig = { folder: string; prefix: string; s3: S3Config | undefined }

/** How messages to people are sent, and where their links lead. */
export type MailConfig = {
  /** Without it, mail goes nowhere in production, and into `/dev/mail` elsewhere. */
  smtpUrl: string | undefined
  /** The address in From; the tenant's name stands before it. */
  from: string
  /** Where the product is reached from outside; the tenant's slug becomes the first label of its host. */
  publicUrl: string
}

/** The service that sends texts to mobiles: Twilio, or one that speaks its REST API. */
export type TextConfig = {
  url: string
  accountSid: string
  authToken: string
  /** A number as E.164, or a name of at most 11 characters. */
  from: string
}

/** Every setting of the server, read once at start. Docs: docs/running.md. */
export type Config = {
  environment: Environment
  host: string
  port: number
  /** Absolute path; holds the embedded database and uploaded files. */
  dataDir: string
  /** The owner's URL of an external PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Connections that this process may hold for requests. */
  databasePoolSize: number
  logLevel: LogLevel
  /** Whose X-Forwarded-… headers count: everybody's, nobody's, or those of these addresses and networks. */
  trustProxy: boolean | string[]
  sentryDsn: string | undefined
  /** What Prometheus sends as a bearer token; without it there are no metrics in production. */
  metricsToken: string | undefined
  mail: MailConfig
  /** Without it, texts go nowhere in production, and into `/dev/mail` elsewhere. */
  texts: TextConfig | undefined
  s3: S3Config | undefined
  /** Where the newest place and hash of each audit chain go every hour, beside the log. */
  auditHeads: KeptLinesConfig | undefined
}

const environments = ['development', 'test', 'production'] as const
type Environment = (typeof environments)[number]

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** All wrong settings together, one line each in `problems`. Never holds a secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the settings from the environment; an empty variable counts as unset. Throws ConfigError. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const settings = new SettingsReader(env)
  const read = {
    environment: settings.oneOf('NODE_ENV', environments) ?? 'development',
    host: settings.text('HOST') ?? 'localhost',
    port: settings.wholeNumber('PORT', 0, 65_535) ?? 3000,
    dataDir: path.resolve(settings.text('DATA_DIR') ?? '.data'),
    databaseUrl: settings.url('DATABASE_URL', ['postgres:', 'postgresql:'], { needsUser: true }),
    databasePoolSize: settings.wholeNumber('DATABASE_POOL_SIZE', 1, 1000) ?? 10,
    logLevel: settings.oneOf('LOG_LEVEL', logLevels) ?? 'info',
    trustProxy: settings.addresses('TRUST_PROXY') ?? false,
    sentryDsn: settings.url('SENTRY_DSN', ['https:', 'http:'], { needsUser: true }),
    metricsToken: settings.secret('METRICS_TOKEN', 16),
    mail: {
      smtpUrl: settings.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: settings.text('MAIL_FROM') ?? 'no-reply@localhost',
      publicUrl: settings.url('PUBLIC_URL', ['https:', 'http:']) ?? `http://localhost:${settings.text('PORT') ?? 3000}`,
    },
    texts: readTexts(settings),
    s3: readS3(settings),
  }
  const config: Config = { ...read, auditHeads: readAuditHeads(settings, read.s3) }
  if (settings.problems.length > 0) throw new ConfigError(settings.problems)
  return config
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

function readAuditHeads(settings: SettingsReader, s3: S3Config | undefined): KeptLinesConfig | undefined {
  const text = settings.text('AUDIT_HEADS')
  if (text === undefined) return undefined
  if (path.isAbsolute(text)) return { folder: text, prefix: '', s3: undefined }
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9.-]+)((?:\/[\w.-]+)*)\/?$/.exec(text) ?? []
  if (bucket === undefined || s3 === undefined) {
    settings.problems.push(
      'AUDIT_HEADS: expected the absolute path of a folder, or s3://bucket/prefix together with the S3_ settings',
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

  /** A secret of printable ASCII, as HTTP headers carry it, and not too short to be guessed. Never repeats the value. */
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

  oneOf<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) {
      this.problems.push(`${name}: expected one of ${values.join(', ')}, found "${text}"`)
    }
    return value
  }

  /** The values of settings that go together, or undefined when none is given; `another` needs them, too. */
  together<const Names extends readonly string[]>(
    prefix: string,
    names: Names,
    another: string | undefined,
  ): { [K in keyof Names]: string } | undefined {
    const values = names.map((name) => this.text(name))
    const missing = names.filter((_, i) => values[i] === undefined)
    // As many values as names, none of them missing.
    if (missing.length === 0) return values as { [K in keyof Names]: string }
    if (missing.length < names.length || another !== undefined) {
      this.problems.push(`${missing.join(', ')}: needed when any other ${prefix} setting is given`)
    }
    return undefined
  }

  /** `true`, `false`, or addresses and networks with commas between them. */
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

  /** Says what is expected, never the value: a URL may hold a password. */
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
