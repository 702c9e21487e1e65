import type { NotificationKind } from '../../contract/notifications/items.ts'
import { inOrder, isUntold, latestTold, type FollowedRecord, type StandingItem } from './matching.ts'

/** What becomes of an item that was taken out of its report, and of the later item that was to follow it. */
export interface TakenBack {
  /** True if it is to be told; otherwise the later item says what is true now. */
  isOpen: boolean
  later: { id: string; isOpen: boolean; kind: NotificationKind; refersTo: string | null } | undefined
}

/**
 * Plans what becomes of an item whose report was withdrawn before it left. `items` are those of its rule and record. What was
 * to correct it is told for the first time, and what was to remove it has nothing to remove, unless the authority holds
 * something earlier or may hold the item itself.
 */
export function takeBack(items: readonly StandingItem[], taken: StandingItem): TakenBack {
  const later = items.find((item) => item.state === 'open' && inOrder(item, taken) > 0)
  if (later === undefined) return { isOpen: true, later }
  const told = latestTold(items.filter((item) => inOrder(item, taken) < 0 || (item.id === taken.id && taken.mayBeHeld)))
  const held = told !== undefined && told.kind !== 'removal' ? told : undefined
  const isRemoval = later.kind === 'removal'
  const kind = isRemoval ? 'removal' : held === undefined ? 'first' : 'correction'
  const isOpen = !isRemoval || held !== undefined
  return {
    isOpen: false,
    later: { id: later.id, isOpen, kind, refersTo: isOpen ? (held?.id ?? null) : later.refersTo },
  }
}

/** What becomes of an item that is opened again. */
export interface OpenedAgain extends Pick<StandingItem, 'kind' | 'refersTo'> {
  /** Earlier items that are not to be told any more, because this one says what is true now. */
  gaveWay: string[]
}

/**
 * Plans what an item tells that somebody closed and somebody opens again; undefined if it must stay closed. It must, unless it says what its
 * record says now. `items` are those of its rule and record. It follows what the authority holds by now, which may have changed since it was closed.
 */
export function openAgain(
  record: FollowedRecord,
  items: readonly StandingItem[],
  closed: StandingItem,
): OpenedAgain | undefined {
  const latest = record.versions.at(-1)
  if (latest === undefined || record.isErased || inOrder(closed, latest) !== 0) return undefined
  const earlier = items.filter((item) => inOrder(item, closed) < 0)
  const told = latestTold(earlier)
  const held = told !== undefined && told.kind !== 'removal' ? told : undefined
  if (closed.kind === 'removal' && held === undefined) return undefined
  const kind = closed.kind === 'removal' ? 'removal' : held === undefined ? 'first' : 'correction'
  return { kind, refersTo: held?.id ?? null, gaveWay: earlier.filter(isUntold).map(({ id }) => id) }
}
