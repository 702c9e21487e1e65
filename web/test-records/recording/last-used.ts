import { inBrowser, inTab } from '../../browser.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import type { Named } from './draft.ts'
import { readStored, writeStored } from './draft-storage.ts'

/**
 * The last choices of a user in this browser, for the next test. Places, assays and lots are not personal data, so they
 * outlast a log-out, and a nurse finds them again in the morning.
 */
const roundKey = (userId: string) => `lateral:round:${userId}`
const placePrefix = 'lateral:last-test-place:'
const assayPrefix = 'lateral:last-assay:'
const lotPrefix = 'lateral:last-lot:'

export interface Place {
  organisation: Named
  group: Named
}

export interface Lot {
  lot: string
  /** YYYY-MM-DD. */
  lotExpiry: string | null
}

export function loadLastPlace(userId: string): Place | undefined {
  return readStored<Place>(inBrowser, placePrefix + userId)
}

export function loadLastAssay(userId: string, groupId: string): string | undefined {
  return readStored<string>(inBrowser, `${assayPrefix}${userId}:${groupId}`)
}

export function loadLastLot(userId: string, groupId: string, assayId: string): Lot | undefined {
  return readStored<Lot>(inBrowser, `${lotPrefix}${userId}:${groupId}:${assayId}`)
}

/** Consecutive tests at a place in this tab form a round. A longer break than this, in milliseconds, ends it. */
const longestBreak = 2 * 60 * 60 * 1000

/** True if the user is in a round at a group, so that the next test does not ask for the place. */
export function isInRound(userId: string, groupId: string, now = presentTime().getTime()): boolean {
  const last = readStored<{ groupId: string; at: number }>(inTab, roundKey(userId))
  return last?.groupId === groupId && now - last.at < longestBreak
}

export function rememberPlace(userId: string, place: Place, assayId: string, lot: Lot): void {
  writeStored(inBrowser, placePrefix + userId, place)
  writeStored(inTab, roundKey(userId), { groupId: place.group.id, at: presentTime().getTime() })
  writeStored(inBrowser, `${assayPrefix}${userId}:${place.group.id}`, assayId)
  writeStored(inBrowser, `${lotPrefix}${userId}:${place.group.id}:${assayId}`, lot)
}
