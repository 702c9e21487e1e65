import { sql } from 'kysely'
import { usualColumns, type ReportColumn } from '../../../contract/notifications/columns.ts'
import { hl7Settings, type Hl7Settings } from '../../../contract/notifications/hl7-settings.ts'
import type { Sending } from '../../../contract/notifications/sending.ts'
import type { Scope } from '../../access/scope.ts'

export interface StoredSending extends Sending {
  /** Encrypted for the rule; null without a server. */
  secret: Buffer | null
}

/** Finds how reports of a rule are sent. A rule for which nothing is stored has what is usual, as version 0. */
export async function findSending(scope: Scope, ruleId: string): Promise<StoredSending> {
  const row = await scope.db
    .selectFrom('notification_sendings')
    .where('rule_id', '=', ruleId)
    .select(['columns', 'hl7', 'sftp', 'secret', 'every_minutes', 'version', 'mail_address', 'mail_confirmed_at'])
    .executeTakeFirst()
  if (row !== undefined) {
    const { columns, hl7, sftp, secret, every_minutes: everyMinutes, version, mail_address: address } = row
    const mail = address === null ? null : { address, confirmedAt: row.mail_confirmed_at?.toISOString() ?? null }
    // What was stored before there was a setting has what is usual.
    return { columns, hl7: hl7Settings.parse(hl7), sftp, secret, mail, everyMinutes, version }
  }
  const columns = usualColumns((await findCountries(scope))[0] ?? 'US')
  return { columns, hl7: hl7Settings.parse({}), sftp: null, secret: null, mail: null, everyMinutes: null, version: 0 }
}

/** Locks a rule, so that how it sends is changed by one at a time. Undefined for a rule of nobody. */
export async function lockRule({ db }: Scope, ruleId: string): Promise<{ id: string } | undefined> {
  return await db.selectFrom('notification_rules').where('id', '=', ruleId).select('id').forUpdate().executeTakeFirst()
}

async function findCountries({ db, tenant }: Scope): Promise<readonly string[]> {
  const row = await db.selectFrom('tenants').where('id', '=', tenant.id).select('countries').executeTakeFirst()
  return row?.countries ?? []
}

export interface SendingRow {
  columns: readonly ReportColumn[]
  hl7: Hl7Settings
  sftp: Sending['sftp']
  secret: Buffer | null
  everyMinutes: number | null
}

/** Stores how reports of a rule are sent. What is sent by itself is looked at for the first time after its minutes. */
export async function storeSending({ db, tenant, now }: Scope, ruleId: string, row: SendingRow): Promise<void> {
  const values = {
    columns: JSON.stringify(row.columns),
    hl7: JSON.stringify(row.hl7),
    sftp: row.sftp && JSON.stringify(row.sftp),
    secret: row.secret,
    every_minutes: row.everyMinutes,
    next_at: row.everyMinutes === null ? null : minutesAfter(now, row.everyMinutes),
  }
  await db
    .insertInto('notification_sendings')
    .values({ tenant_id: tenant.id, rule_id: ruleId, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'rule_id'])
        .doUpdateSet({ ...values, version: sql<number>`notification_sendings.version + 1` }),
    )
    .execute()
}

/** Lists the tenant's rules whose reports are made by themselves now. */
export async function listAutomatic({ db, now }: Scope): Promise<string[]> {
  const due = await db
    .selectFrom('notification_sendings')
    .where('next_at', '<=', now)
    .select('rule_id')
    .orderBy('next_at')
    .execute()
  return due.map(({ rule_id }) => rule_id)
}

/**
 * Locks a rule whose reports are made by themselves now, and notes when the next ones are. Undefined if they are not. Minutes are added to a
 * time of no zone, so that every server gets the same.
 */
export async function takeAutomatic({ db, now }: Scope, ruleId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('notification_sendings')
    .set({
      next_at: sql<Date>`(${now.toISOString()}::timestamp + make_interval(mins => every_minutes)) at time zone 'UTC'`,
    })
    .where('rule_id', '=', ruleId)
    .where('next_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function minutesAfter(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
