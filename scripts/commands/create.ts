import { defaultLocale } from '../../contract/locales.ts'
import { accountLinkDays } from '../../contract/limits-and-times.ts'
import type pg from 'pg'
import type * as z from 'zod/mini'
import { messageOf } from '../../contract/phrases/message-of.ts'
import { newOperator, newTenant, operatorSlug } from '../../contract/tenants/new-tenant.ts'
import { openDoor, type Door } from '../../server/access/door/door.ts'
import { createPool } from '../../server/platform/database.ts'
import { Failure, type FieldFailure } from '../../server/platform/failure.ts'
import { openJobs } from '../../server/platform/jobs.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { keyOfRule, wordsIn } from '../../server/platform/phrases.ts'
import { createOperator, createTenant, type InviteBy, type Invited } from '../../server/operator/founding-service.ts'

import { readWords, UsageError, type Report, type Work } from './command.ts'

type Settings = Parameters<Work>[0]

const text = { type: 'string' } as const
/**
 * The options for an invited person; with `link`, the link to choose a password is printed here instead of being sent.
 */
const invitedOptions = { 'full-name': text, email: text, link: { type: 'boolean' } } as const

/** Creates a tenant and invites its first administrator. */
export function readCreateTenant(words: readonly string[]): Work {
  const options = { slug: text, name: text, country: text, language: text, kind: text, ...invitedOptions }
  const { link, 'full-name': fullName, ...chosen } = readWords(words, options)
  const form = formOf(newTenant, { language: defaultLocale, kind: 'human', ...chosen, fullName })
  return refusing(async (settings, report) => {
    const invited = await withDoor(settings, report, (door) => createTenant(door, form, inviteBy(link)))
    const origin = originOf(settings, form.slug)
    report(`${form.name} is at ${origin}`)
    reportInvitation(settings, report, { origin, email: form.email, invited })
  })
}

/** Invites an operator; the first one also creates the operator's own tenant. */
export function readCreateOperator(words: readonly string[]): Work {
  const { link, 'full-name': fullName, ...given } = readWords(words, { lang: text, ...invitedOptions })
  const form = formOf(newOperator, { lang: 'en', ...given, fullName })
  return refusing(async (settings, report) => {
    const invited = await withDoor(settings, report, async (door, pool) =>
      createOperator(door, await operatorTenantId(pool), form, inviteBy(link)),
    )
    reportInvitation(settings, report, { origin: originOf(settings, operatorSlug), email: form.email, invited })
  })
}

function inviteBy(link: boolean | undefined): InviteBy {
  return link === true ? 'token' : 'mail'
}

/** Parses the options by a schema. Throws UsageError, which names each invalid one. */
function formOf<T extends z.ZodMiniType>(schema: T, given: Record<string, unknown>): z.output<T> {
  const read = schema.safeParse(given, { reportInput: true })
  if (read.success) return read.data
  throw complaint(read.error.issues.map((issue) => ({ field: issue.path.join('.'), ...messageOf(issue) })))
}

/** Turns what only the database can refuse, such as a name that is taken, into the same complaint. */
function refusing(work: (settings: Settings, report: Report) => Promise<void>): Work {
  return async (settings, report) => {
    try {
      await work(settings, report)
      return 0
    } catch (error) {
      if (error instanceof Failure && error.fields !== undefined) throw complaint(error.fields)
      throw error
    }
  }
}

function complaint(fields: readonly FieldFailure[]): UsageError {
  const words = wordsIn(defaultLocale)
  const lines = fields.map(
    ({ field, phrase, values }) =>
      `${optionOf(field)}: ${words(keyOfRule(phrase), { field: optionOf(field), ...values })}`,
  )
  return new UsageError(lines.join('\n'))
}

function optionOf(field: string): string {
  return `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Works as the server does, after bringing the database up to date. */
async function withDoor<T>(
  { ownerUrl }: Settings,
  report: Report,
  work: (door: Door, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const { serverUrl } = await migrate({ ownerUrl, report })
  let isDone = false
  const onError = (error: Error) => isDone || report(`A database connection broke: ${error.message}`)
  const pool = createPool({ url: serverUrl, size: 2, onError, pipeline: false })
  const jobs = await openJobs(pool, onError)
  try {
    return await work(openDoor(pool, jobs), pool)
  } finally {
    // The database may stop before each connection is closed properly.
    isDone = true
    await jobs.stop()
    await pool.end()
  }
}

async function operatorTenantId(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `select tenant_id as id from tenant_addresses where kind = 'slug' and address = $1`,
    [operatorSlug],
  )
  return rows[0]?.id ?? null
}

function originOf({ mail: { publicUrl } }: Settings, slug: string): string {
  const url = new URL(publicUrl)
  url.host = `${slug}.${url.host}`
  return url.origin
}

function reportInvitation(
  { environment, mail }: Settings,
  report: Report,
  { origin, email, invited: { token } }: { origin: string; email: string; invited: Invited },
): void {
  if (token !== null) {
    report(`${email} chooses a password here, within ${accountLinkDays} days: ${origin}/verify-new?id=${token}`)
    return
  }
  report(`${email} is sent an invitation by the server that runs, or runs next.`)
  if (environment === 'production' && mail.smtpUrl === undefined) {
    report('It waits until SMTP_URL is set. With --link, a link is printed here instead.')
  }
}
