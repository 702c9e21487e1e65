import { inBrowser, inTab } from '../../browser.ts'
import { presentTime } from '../../../contract/rules/present.ts'
import type { Named } from './draft.ts'
import { readStored, writeStored } from './draft-storage.ts'

/**
 * What somebody used last in this browser, for the next test. Places, assays and lots hold no personal data and outlast a log-out,
 * so that a nurse finds them again in the morning.
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
  /** As YYYY-MM-DD. */
  lotExpiry: string | null
}

export function loadLastPlace(userId: string): Place | undefined {
  return readStored<Place>(inBrowser, placePrefix + userId)
}

/** The id of the assay that somebody used last in a group. */
export function loadLastAssay(userId: string, groupId: string): string | undefined {
  return readStored<string>(inBrowser, `${assayPrefix}${userId}:${groupId}`)
}

/** The lot of an assay that somebody used last in a group. */
export function loadLastLot(userId: string, groupId: string, assayId: string): Lot | undefined {
  return readStored<Lot>(inBrowser, `${lotPrefix}${userId}:${groupId}:${assayId}`)
}

/** Tests one after the other at a place, in this tab, are a round; after a break this long it is another one, in milliseconds. */
const longestBreak = 2 * 60 * 60 * 1000

/** Whether somebody is in a round at a group, so that where the next test is done need not be asked. */
export function isInRound(userId: string, groupId: string, now = presentTime().getTime()): boolean {
  const last = readStored<{ groupId: string; at: number }>(inTab, roundKey(userId))
  return last?.groupId === groupId && now - last.at < longestBreak
}

/** Remembers where a test was saved, with which assay and from which lot, for the next one. */
export function rememberPlace(userId: string, place: Place, assayId: string, lot: Lot): void {
  writeStored(inBrowser, placePrefix + userId, place)
  writeStored(inTab, roundKey(userId), { groupId: place.group.id, at: presentTime().getTime() })
  writeStored(inBrowser, `${assayPrefix}${userId}:${place.group.id}`, assayId)
  writeStored(inBrowser, `${lotPrefix}${userId}:${place.group.id}:${assayId}`, lot)
}
