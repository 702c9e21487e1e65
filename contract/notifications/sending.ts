import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { anyText, dataOf, formalText, plainLine, rule } from '../schema.ts'
import { typedCode } from '../rules/invite-code.ts'
import { email } from '../rules/name-and-email.ts'
import { ifMatchOptional } from '../versions.ts'
import { reportColumns } from './columns.ts'
import { hl7Settings } from './hl7-settings.ts'

const requires = { rule: 'mayKeepNotificationRules' } as const

/** A name or an address of a server, without a scheme, a port or a path. */
const host = formalText(253).check(
  z.toLowerCase(),
  rule('malformed', (value) => /^([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$|^[\da-f:]+$/.test(value)),
)

/** The fingerprint of a server's host key, as `ssh-keygen -lf` prints it: `SHA256:` and 43 characters of base64. */
const fingerprint = formalText(60).check(rule('hostKey', (value) => /^SHA256:[A-Za-z\d+/]{43}$/.test(value)))

/** A folder of the server, such as `/inbox`. The folder in which one arrives is `.`. */
const folder = plainLine(200).check(
  z.minLength(1),
  rule('malformed', (value) => !value.split('/').includes('..')),
)

const sftp = {
  host,
  port: z._default(z.int().check(z.minimum(1), z.maximum(65535)), 22),
  user: plainLine(100).check(z.minLength(1)),
  folder: z._default(folder, '.'),
  hostKey: fingerprint,
}

export const sftpSecretKinds = ['password', 'private-key'] as const

/** The password, or the private key in the form of OpenSSH or PEM. */
const secret = z.strictObject({
  kind: z.enum(sftpSecretKinds),
  value: anyText(10_000).check(z.minLength(1)),
})

/** How reports of a rule are written and sent. */
const sending = {
  columns: reportColumns,
  hl7: hl7Settings,
  /** Minutes after which what is ready is sent by itself; null if somebody sends it. */
  everyMinutes: z._default(z.nullable(z.int().check(z.minimum(5), z.maximum(10_080))), null),
}

const sendingOf = z.strictObject({
  ...sending,
  sftp: z.nullable(z.strictObject({ ...sftp, secretKind: z.enum(sftpSecretKinds) })),
  /** The mailbox that reports by mail go to. Nothing is sent there before `confirmedAt`, which is ISO 8601 in UTC. */
  mail: z.nullable(z.strictObject({ address: z.string(), confirmedAt: z.nullable(z.string()) })),
  version: z.int(),
})
export type Sending = z.infer<typeof sendingOf>

/** A server as entered. Without a secret the stored one stays, as long as the host and the user stay. */
const typedSftp = z.strictObject({ ...sftp, secret: z._default(z.nullable(secret), null) })

export const sendingForm = z.strictObject({
  ...sending,
  sftp: z._default(z.nullable(typedSftp), null),
  mail: z._default(z.nullable(z.strictObject({ address: email })), null),
})
export type SendingForm = z.infer<typeof sendingForm>

/** Reads how reports of a rule are written and sent, without the secret of the server. */
export const getNotificationSending = endpoint('getNotificationSending', 'GET /notification-rules/{id}/sending', {
  summary: 'How reports of a rule are written and sent',
  requires,
  replies: { 200: dataOf(sendingOf) },
})

/**
 * Changes how reports of a rule are written and sent, also those that wait to be sent. 422 at `sftp.host` for an address
 * that the server may not connect to, and at `sftp.secret` if another server or user has none. Another mailbox is sent a code,
 * and is to be confirmed with it.
 */
export const changeNotificationSending = endpoint('changeNotificationSending', 'PUT /notification-rules/{id}/sending', {
  summary: 'Change how reports of a rule are written and sent',
  requires,
  headers: ifMatchOptional,
  body: sendingForm,
  replies: { 200: dataOf(sendingOf) },
  audit: 'notification-rule.sending-changed',
})

/** The characters of a code that is sent to a mailbox. */
export const mailboxCodeLength = 8

export const mailboxCode = z.strictObject({ code: typedCode(mailboxCodeLength) })

/**
 * Confirms the mailbox of a rule by the code that was sent there, and without a code sends another one. One that is confirmed
 * stays so. 422 at `code` for a wrong one, and for one that has expired or was tried too often. 409 `not-possible` without a mailbox.
 */
export const enterMailboxCode = endpoint('enterMailboxCode', 'PUT /notification-rules/{id}/mailbox', {
  summary: 'Confirm the mailbox that reports go to, or send it another code',
  requires,
  body: z.strictObject({ code: z.nullable(mailboxCode.shape.code) }),
  replies: { 200: dataOf(sendingOf) },
  audit: 'notification-rule.mailbox-confirmed',
})
