import { describe, expect, test } from 'vitest'
import { checkDraft, checkLookup, checkNewSubject } from './draft-check.ts'
import { assay, draftWith, fullDraft, group, subject } from './fixtures.ts'
import type { Draft } from './draft.ts'
import { formField, stepOf } from './use-saving.ts'

const format = { format: 'DD/MM/YYYY' }

function errorsOf(change: Partial<Draft>, ofAssay = assay): Record<string, string> {
  const checked = checkDraft({ ...fullDraft, ...change }, ofAssay, format)
  if (checked.ok) return {}
  return Object.fromEntries(Object.entries(checked.errors).map(([field, { phrase }]) => [field, phrase]))
}

describe('a draft', () => {
  test('becomes the request body', () => {
    const checked = checkDraft({ ...fullDraft, lot: ' L1 ', lotExpiry: '01/02/2028' }, assay, format)
    expect(checked).toMatchObject({
      ok: true,
      value: {
        subjectId: subject.id,
        performedDate: '2026-03-05',
        performedTime: '09:30',
        analyteResults: [{ analyteId: 'flu-a', result: 'negative' }],
        lot: 'L1',
        lotExpiry: '2028-02-01',
        note: null,
      },
    })
  })

  test.each([
    [{ results: {} }, { 'result.flu-a': 'required' }],
    [{ performedDate: '' }, { performedDate: 'required' }],
    [{ performedDate: '31/02/2026' }, { performedDate: 'date' }],
    [{ performedDate: '26/03/1980' }, { performedDate: 'beforeBirth' }],
    [{ performedTime: '' }, { performedTime: 'time' }],
    [{ performedTime: '9:5' }, { performedTime: 'time' }],
    [{ performedTime: '25h' }, { performedTime: 'time' }],
    [{ performedDate: '25/10/2025', performedTime: '1.30 am' }, {}],
    [{ performedDate: '26/10/2025', performedTime: '130' }, { performedOffset: 'whichHour' }],
    [{ performedDate: '29/03/2026', performedTime: '01:30' }, { performedTime: 'skippedHour' }],
    [{ performedDate: '25/10/2025', performedTime: '01:30' }, {}],
    [{ performedDate: '26/10/2025', performedTime: '01:30' }, { performedOffset: 'whichHour' }],
    [{ performedDate: '26/10/2025', performedTime: '01:30', performedOffset: 0 }, {}],
    [{ lotExpiry: 'soon' }, { lotExpiry: 'date' }],
    [{ note: 'x'.repeat(1001) }, { note: 'tooLong' }],
  ] satisfies [Partial<Draft>, Record<string, string>][])(
    'with %j reports the error at its field',
    (change, errors) => {
      expect(errorsOf(change)).toEqual(errors)
    },
  )

  test('in the future is refused at the time', () => {
    expect(errorsOf({ performedDate: '05/03/2126' })).toEqual({ performedTime: 'timeInFuture' })
  })

  test('needs a photo when its assay does', () => {
    expect(errorsOf({}, { ...assay, imageRequired: true })).toEqual({ deviceImageId: 'required' })
  })
})

describe('a subject', () => {
  const typed = (change: Partial<Draft['typedSubject']>) =>
    draftWith({ group, typedSubject: { ...draftWith().typedSubject, ...change } })

  test('is looked up by the fields that its tenant uses', () => {
    expect(checkLookup(typed({ email: ' ada@example.test ' }), 'human')).toEqual({
      ok: true,
      value: { groupId: group.id, email: 'ada@example.test' },
    })
    expect(checkLookup(typed({ customId1: 'T1' }), 'non-human')).toMatchObject({
      ok: false,
      errors: { customId2: { phrase: 'required' } },
    })
  })

  test.each([
    ['', 'required'],
    ['31/02/1980', 'date'],
    ['1980-03-27', 'date'],
    ['01/01/1890', 'dateTooOld'],
    ['01/01/2190', 'dateInFuture'],
  ])('born on %j is refused: %s', (dateOfBirth, phrase) => {
    expect(checkNewSubject(typed({ email: 'ada@example.test', dateOfBirth }), { kind: 'human' }, format)).toMatchObject(
      {
        ok: false,
        errors: { dateOfBirth: { phrase } },
      },
    )
  })

  test('that is complete becomes the request body', () => {
    expect(
      checkNewSubject(typed({ email: 'ada@example.test', dateOfBirth: '27031980' }), { kind: 'human' }, format),
    ).toMatchObject({ ok: true, value: { dateOfBirth: '1980-03-27', firstName: null, groupId: group.id } })
  })
})

test('a server error is assigned to its step and its field', () => {
  expect(stepOf('groupId')).toBe('place')
  expect(stepOf('subjectId')).toBe('subject')
  expect(stepOf('result.flu-a')).toBe('test')
  expect(formField('analyteResults.0.result', assay)).toBe('result.flu-a')
  expect(formField('coordinates.latitude', assay)).toBe('coordinates')
})
