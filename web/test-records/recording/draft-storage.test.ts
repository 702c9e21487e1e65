import { afterEach, describe, expect, test } from 'vitest'
import { hasEntries, withPlace } from './draft.ts'
import {
  clearDrafts,
  hasStoredDraft,
  loadDraft,
  loadLastLot,
  loadLastPlace,
  rememberPlace,
  saveDraft,
} from './draft-storage.ts'
import { draftWith, fullDraft, group, organisation } from './fixtures.ts'

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

describe('a draft in this tab', () => {
  test('survives a reload, with its idempotency key', () => {
    saveDraft('nurse', fullDraft)
    expect(loadDraft('nurse')).toEqual(fullDraft)
  })

  test('is never shown to another user, and is gone for good once another has come', () => {
    saveDraft('nurse', fullDraft)
    expect(loadDraft('doctor')).toBeUndefined()
    expect(loadDraft('nurse')).toBeUndefined()
  })

  test('ends with the longest session', () => {
    saveDraft('nurse', fullDraft, 0)
    expect(loadDraft('nurse', 13 * 60 * 60 * 1000)).toBeUndefined()
    expect(hasStoredDraft('nurse')).toBe(false)
  })

  test('is forgotten when the session ends', () => {
    saveDraft('nurse', fullDraft)
    clearDrafts()
    expect(hasStoredDraft('nurse')).toBe(false)
  })

  test('that cannot be read counts as none', () => {
    sessionStorage.setItem('lateral:test-draft:nurse', '{')
    expect(loadDraft('nurse')).toBeUndefined()
  })
})

test('place and lot are remembered for the next test, without anything about a person', () => {
  rememberPlace('nurse', { organisation, group }, { lot: 'L1', lotExpiry: '2028-02-01' })
  expect(loadLastPlace('nurse')?.group.id).toBe(group.id)
  expect(loadLastLot('nurse', group.id)).toEqual({ lot: 'L1', lotExpiry: '2028-02-01' })
  expect(loadLastPlace('doctor')).toBeUndefined()
})

test('only what somebody entered is a loss', () => {
  expect(hasEntries(draftWith({ organisation, group, lot: 'L1', performedTime: '09:30' }))).toBe(false)
  expect(hasEntries(draftWith({ note: 'x' }))).toBe(true)
})

test('another group has other subjects', () => {
  expect(withPlace(fullDraft, organisation, group).subject).not.toBeNull()
  expect(withPlace(fullDraft, organisation, { id: 'other', name: 'Other' }).subject).toBeNull()
})
