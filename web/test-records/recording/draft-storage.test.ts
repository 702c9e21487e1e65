import { afterEach, describe, expect, test } from 'vitest'
import { forgetOthers, forgetTab } from '../../api/open-work.ts'
import { fromKept, hasEntries, toKeep, withPlace } from './draft.ts'
import {
  clearDraft,
  loadDraft,
  loadLastLot,
  loadLastPlace,
  loadUnsentDraft,
  markSent,
  rememberPlace,
  saveDraft,
} from './draft-storage.ts'
import { assay, draftWith, fullDraft, group, organisation, subject } from './fixtures.ts'

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const hour = 60 * 60 * 1000

describe('a draft in this tab', () => {
  test('survives a reload, with its idempotency key, sent or not', () => {
    saveDraft('nurse', fullDraft, assay.id)
    expect(loadDraft('nurse')).toEqual(fullDraft)
    markSent('nurse', fullDraft)
    expect(loadDraft('nurse')).toEqual(fullDraft)
  })

  test('that the server has too ends with the session', () => {
    saveDraft('nurse', fullDraft, assay.id)
    markSent('nurse', fullDraft)
    forgetTab()
    expect(loadDraft('nurse')).toBeUndefined()
    expect(sessionStorage).toHaveLength(0)
  })

  test('that the server does not have waits for the same person to log in, and for nobody else', () => {
    saveDraft('nurse', fullDraft, assay.id)
    forgetTab()
    expect(loadDraft('doctor')).toBeUndefined()
    expect(loadUnsentDraft('nurse')).toMatchObject({ draft: fullDraft, assayId: assay.id })
    forgetOthers('nurse')
    expect(loadDraft('nurse')).toEqual(fullDraft)
    forgetOthers('doctor')
    expect(sessionStorage).toHaveLength(0)
  })

  test('that was changed while it was sent is not sent yet', () => {
    const changed = { ...fullDraft, note: 'one more word' }
    saveDraft('nurse', changed, assay.id)
    markSent('nurse', fullDraft)
    expect(loadUnsentDraft('nurse')?.draft).toEqual(changed)
  })

  test('is over when the server’s is', () => {
    saveDraft('nurse', fullDraft, assay.id, 0)
    expect(loadDraft('nurse', 23 * hour)).toEqual(fullDraft)
    expect(loadDraft('nurse', 25 * hour)).toBeUndefined()
  })

  test('is forgotten when it is saved or discarded', () => {
    saveDraft('nurse', fullDraft, assay.id)
    clearDraft('nurse')
    expect(loadDraft('nurse')).toBeUndefined()
  })

  test('that cannot be read counts as none', () => {
    sessionStorage.setItem('lateral:test-draft:nurse', '{')
    expect(loadDraft('nurse')).toBeUndefined()
  })
})

describe('a draft on the server', () => {
  const { subjectId, ...content } = toKeep(fullDraft, assay.id)
  const kept = { ...content, subject, startedAt: '2026-03-05T09:30:00Z' }

  test('names its subject by id alone, and comes back as it was', () => {
    expect(subjectId).toBe(subject.id)
    expect(JSON.stringify(content)).not.toContain(subject.email)
    expect(fromKept(kept, assay.id)).toEqual(fullDraft)
  })

  test('of another assay comes back without its results', () => {
    expect(fromKept({ ...kept, assayId: subject.id }, assay.id)).toEqual({ ...fullDraft, results: {} })
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
