import type { Sending, SendingForm } from '../../../contract/notifications/sending.ts'
import { recordDone } from '../../access/audit/audit.ts'
import { asSeen } from '../../access/changing/touched.ts'
import type { ActorScope, Scope } from '../../access/scope.ts'
import { found, invalid } from '../../platform/failure.ts'
import type { KeptSecrets } from '../../platform/kept-secrets.ts'
import { addressOfHost, type AddressJudge } from '../../webhooks/service.ts'
import { queueMailboxCode } from '../../messages/service.ts'
import { findRule } from '../rules-repository.ts'
import { setMailbox } from './mailbox-repository.ts'
import { findSending, lockRule, storeSending, type StoredSending } from './sending-repository.ts'

/** Throws `not-found`. */
export async function getSending(scope: ActorScope, ruleId: string): Promise<Sending> {
  found(await findRule(scope, ruleId))
  return shown(await findSending(scope, ruleId))
}

/**
 * Changes how reports of a rule are sent. Another mailbox is sent a code, and nothing else before it is confirmed. Throws `sending-limit`, `not-found`, `stale`, and `validation` at `sftp.host` for an address that
 * may not be reached and at `sftp.secret` if one is needed.
 */
export async function changeSending(
  scope: ActorScope,
  { secrets, mayReach }: { secrets: KeptSecrets; mayReach: AddressJudge },
  ruleId: string,
  { form, version }: { form: SendingForm; version: number | undefined },
): Promise<Sending> {
  found(await lockRule(scope, ruleId))
  const stored = asSeen(await findSending(scope, ruleId), version)
  const { sftp, mail, ...others } = form
  if (sftp === null) {
    await storeSending(scope, ruleId, { ...others, sftp: null, secret: null })
  } else {
    const { secret, ...server } = sftp
    const address = addressOfHost(server.host)
    if (address !== undefined && !mayReach(address)) throw invalid('sftp.host', 'publicAddress')
    // A secret is never sent to another server or for another user than it was entered for. A server with another key is another.
    const isSame = (['host', 'port', 'user', 'hostKey'] as const).every((part) => stored.sftp?.[part] === server[part])
    if (secret === null && !isSame) throw invalid('sftp.secret', 'required')
    const secretKind = secret?.kind ?? stored.sftp?.secretKind ?? 'password'
    const kept = secret === null ? stored.secret : secrets.encrypt(Buffer.from(secret.value), contextOf(scope, ruleId))
    await storeSending(scope, ruleId, { ...others, sftp: { ...server, secretKind }, secret: kept })
  }
  const address = mail?.address ?? null
  if (address !== (stored.mail?.address ?? null)) {
    await setMailbox(scope, ruleId, address)
    if (address !== null) await queueMailboxCode(scope, ruleId, address)
  }
  await recordDone(scope, 'notification-rule.sending-changed', ruleId)
  return shown(await findSending(scope, ruleId))
}

/** The rule that a secret is encrypted for. */
export function contextOf({ tenant }: Pick<Scope, 'tenant'>, ruleId: string): string {
  return `${tenant.id} notification rule ${ruleId}`
}

function shown({ secret: _, ...sending }: StoredSending): Sending {
  return sending
}
