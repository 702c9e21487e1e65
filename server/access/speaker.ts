import { Failure } from '../platform/failure.ts'
import type { Opened, Visit } from './visit.ts'

/** Throws what tells a page that the session is not of the person that it shows, or that it reads another tenant's records. */
export function refuseOtherSpeaker(visit: Visit, opened: Omit<Opened, 'now'>): void {
  const code = whyNotSpokenFor(visit, opened)
  if (code !== undefined) throw new Failure(code)
}

/**
 * Why a visit does not speak for who acts. Nobody is spoken for wrongly where nobody is logged in: what that allows is
 * everybody's, and the rest is refused for that. An entry that has ended in another tab ends for its page as any other does.
 */
export function whyNotSpokenFor(
  { speaker }: Pick<Visit, 'speaker'>,
  { actor, tenant }: Omit<Opened, 'now'>,
): 'other-session' | 'entry-ended' | 'entered-elsewhere' | undefined {
  if (speaker === undefined || actor === null) return undefined
  // A UUID is the same in capital letters.
  const [personId, shownTenantId] = speaker.toLowerCase().split('.')
  if (personId !== actor.id) return 'other-session'
  if (shownTenantId === undefined || shownTenantId === (actor.entry?.tenantId ?? tenant.id)) return undefined
  return actor.entry === null ? 'entry-ended' : 'entered-elsewhere'
}
