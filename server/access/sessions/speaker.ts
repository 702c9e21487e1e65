import { Failure } from '../../platform/failure.ts'
import type { Opened, Visit } from '../door/visit.ts'

/** Throws when a page shows somebody other than the session's user, or when it shows another tenant's records. */
export function refuseOtherSpeaker(visit: Visit, opened: Omit<Opened, 'now'>): void {
  const code = whyNotSpokenFor(visit, opened)
  if (code !== undefined) throw new Failure(code)
}

/**
 * Returns the error code for a visit whose page does not match the session, or undefined. Without a login there is no
 * mismatch: public endpoints are open to everybody, and the others are refused anyway. An entry that has ended in
 * another tab gives its page `entry-ended` like any other.
 */
export function whyNotSpokenFor(
  { speaker }: Pick<Visit, 'speaker'>,
  { actor, tenant }: Omit<Opened, 'now'>,
): 'other-session' | 'entry-ended' | 'entered-elsewhere' | undefined {
  if (speaker === undefined || actor === null) return undefined
  // UUIDs are compared in lower case.
  const [personId, shownTenantId] = speaker.toLowerCase().split('.')
  if (personId !== actor.id) return 'other-session'
  if (shownTenantId === undefined || shownTenantId === (actor.entry?.tenantId ?? tenant.id)) return undefined
  return actor.entry === null ? 'entry-ended' : 'entered-elsewhere'
}
