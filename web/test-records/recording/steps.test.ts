import { describe, expect, test } from 'vitest'
import { assay, draftWith, fullDraft, group, organisation, subject } from './fixtures.ts'
import { parseStep, reachableStep, stepAfter } from './steps.ts'

describe('the steps of recording', () => {
  test('begin with the place, or with the subject when the place is settled', () => {
    expect(reachableStep(undefined, draftWith(), assay)).toBe('place')
    expect(reachableStep(undefined, draftWith({ organisation, group }), assay)).toBe('subject')
  })

  test('cannot be skipped by an address', () => {
    expect(reachableStep('review', draftWith(), assay)).toBe('place')
    expect(reachableStep('review', draftWith({ organisation, group }), assay)).toBe('subject')
    expect(reachableStep('review', draftWith({ organisation, group, subject }), assay)).toBe('test')
    expect(reachableStep('review', fullDraft, assay)).toBe('review')
  })

  test('can be revisited', () => {
    expect(reachableStep('place', fullDraft, assay)).toBe('place')
    expect(reachableStep('test', fullDraft, assay)).toBe('test')
  })

  test('need a result for every line of the test', () => {
    const two = { ...assay, analytes: [...assay.analytes, { id: 'flu-b', name: 'B', loinc: null, snomed: null }] }
    expect(reachableStep('review', fullDraft, two)).toBe('test')
  })

  test('follow one another', () => {
    expect(stepAfter('place')).toBe('subject')
    expect(stepAfter('review')).toBe('review')
    expect(parseStep('test')).toBe('test')
    expect(parseStep('nonsense')).toBeUndefined()
  })
})
