import { afterEach, describe, expect, test } from 'vitest'
import { forgetOthers, forgetTab } from '../../api/open-work.ts'
import { fromKept, hasEntries, toKeep, withPlace } from './draft.ts'
import { clearDraft, holdDraft, loadDraft, loadUnsentDraft, markSent, saveDraft } from './draft-storage.ts'
import { loadLastAssay, loadLastLot, loadLastPlace, rememberPlace } from './last-used.ts'
import { assay, draftWith, fullDraft, group, organisation, subject } from './fixtures.ts'

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const hour = 60 * 60 * 1000

describe('a draft in this tab', () => {
  test('survives a reload, with its idempotency key, sent or not', () => {
    saveDraft('nurse', fullDraft)
    expect(loadDraft('nurse')).toEqual(fullDraft)
    markSent('nurse', fullDraft)
    expect(loadDraft('nurse')).toEqual(fullDraft)
  })

  test('that is on the server too ends with the session', () => {
    saveDraft('nurse', fullDraft)
    markSent('nurse', fullDraft)
    forgetTab()
    expect(loadDraft('nurse')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  test('that is not on the server waits for the same person to log in, and for nobody else', () => {
    saveDraft('nurse', fullDraft)
    forgetTab()
    expect(loadDraft('doctor')).toBeUndefined()
    expect(loadUnsentDraft('nurse')).toEqual(fullDraft)
    forgetOthers('nurse')
    expect(loadDraft('nurse')).toEqual(fullDraft)
    forgetOthers('doctor')
    expect(sessionStorage).toHaveLength(0)
  })

  test('that was changed while it was sent still counts as unsent', () => {
    const changed = { ...fullDraft, note: 'one more word' }
    saveDraft('nurse', changed)
    markSent('nurse', fullDraft)
    expect(loadUnsentDraft('nurse')).toEqual(changed)
  })

  test('that is being recorded stays until the answer, even if it arrives as a draft in the meantime', () => {
    holdDraft('nurse', fullDraft)
    markSent('nurse', fullDraft)
    forgetTab()
    expect(loadUnsentDraft('nurse')).toEqual(fullDraft)
    saveDraft('nurse', fullDraft)
    markSent('nurse', fullDraft)
    expect(loadUnsentDraft('nurse')).toBeUndefined()
  })

  test('expires with the server’s', () => {
    saveDraft('nurse', fullDraft, 0)
    expect(loadDraft('nurse', 23 * hour)).toEqual(fullDraft)
    expect(loadDraft('nurse', 25 * hour)).toBeUndefined()
  })

  test('is forgotten when it is saved or discarded', () => {
    saveDraft('nurse', fullDraft)
    clearDraft('nurse')
    expect(loadDraft('nurse')).toBeUndefined()
  })

  test('that cannot be read counts as none', () => {
    sessionStorage.setItem('lateral:test-draft:nurse', '{')
    expect(loadDraft('nurse')).toBeUndefined()
  })
})

describe('a draft on the server', () => {
  const { subjectId, ...content } = toKeep(fullDraft)
  const kept = { ...content, subject, startedAt: '2026-03-05T09:30:00Z' }

  test('names its subject by id alone, and comes back as it was', () => {
    expect(subjectId).toBe(subject.id)
    expect(JSON.stringify(content)).not.toContain(subject.email)
    expect(fromKept(kept, [assay])).toEqual(fullDraft)
  })

  test('of an assay that is no longer offered comes back without its results', () => {
    expect(fromKept({ ...kept, assayId: subject.id }, [assay])).toEqual({
      ...fullDraft,
      assayId: null,
      specimen: '',
      results: {},
    })
  })
})

test('place, assay and lot are remembered for the next test of the same user, and for no other kit', () => {
  rememberPlace('nurse', { organisation, group }, assay.id, { lot: 'L1', lotExpiry: '2028-02-01' })
  expect(loadLastPlace('nurse')?.group.id).toBe(group.id)
  expect(loadLastAssay('nurse', group.id)).toBe(assay.id)
  expect(loadLastLot('nurse', group.id, assay.id)).toEqual({ lot: 'L1', lotExpiry: '2028-02-01' })
  expect(loadLastLot('nurse', group.id, subject.id)).toBeUndefined()
  expect(loadLastPlace('doctor')).toBeUndefined()
})

test('only data that somebody entered counts as a loss', () => {
  expect(hasEntries(draftWith({ organisation, group, lot: 'L1', performedTime: '09:30' }))).toBe(false)
  expect(hasEntries(draftWith({ note: 'x' }))).toBe(true)
})

test('changing the group clears the subject', () => {
  expect(withPlace(fullDraft, organisation, group).subject).not.toBeNull()
  expect(withPlace(fullDraft, organisation, { id: 'other', name: 'Other' }).subject).toBeNull()
})
