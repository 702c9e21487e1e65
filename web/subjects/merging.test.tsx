import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { refusal, reply, sentBody } from '../testing/replies.ts'
import {
  again,
  animals,
  called,
  data,
  duplicate,
  hidden,
  id,
  merged,
  mergeId,
  openSubjects,
  otherId,
  press,
  ruth,
  said,
  type Setting,
} from '../testing/subjects.tsx'
import { currentMessages } from '../ui/snackbar-store.ts'

afterEach(() => handleFailures(undefined))

describe('a possible duplicate', () => {
  test('shows the subjects that were merged into it', async () => {
    const named = { firstName: 'Root', lastName: 'Elis', dateOfBirth: '1941-03-02' }
    const ids = { email: 'r.elis@harbour.test', localId: 'CARD 7', customId1: null, customId2: null }
    const alsoKnownBy = [{ ...named, ...ids }]
    await openSubjects(`/subjects/${id}`, {
      replies: {
        [`GET /subjects/${id}`]: data({ ...ruth, alsoKnownBy }),
        [`GET /subjects/${id}/merges`]: data([merged]),
      },
    })
    await screen.findByText('Merged on 05/03/2026 by Rosie Atkinson · undoing gives 4 tests back')
    for (const words of ['Root Elis · 02/03/1941 · r.elis@harbour.test · CARD 7', 'until 04/04/2026']) {
      expect(document.body.textContent).toContain(words)
    }
  })

  test.each([
    [duplicate, 'Same date of birth and a similar name'],
    [{ ...duplicate, reason: 'swapped-birth-date' }, 'Same name, with day and month of birth swapped'],
    [
      { ...duplicate, reason: 'same-identifiers', subject: { ...again, email: 'Ruth@harbour.test' } },
      'Same email in another group',
    ],
    [{ ...duplicate, reason: 'same-identifiers' }, 'Same local ID'],
  ])('names the reason (%#)', async (given, reason) => {
    await openSubjects(`/subjects/${id}`, { replies: { [`GET /subjects/${id}/duplicates`]: data([given]) } })
    const notice = await screen.findByText(reason)
    expect(screen.getByText('May be the same person')).toBeTruthy()
    expect(notice.closest('li')?.textContent).toMatch(/Ruth Elis.*Born 03\/02\/1941 · 4 tests, last .* · Ward 2/)
    expect(notice.closest('li')?.textContent).toContain(
      'The same: first name, date of birthWhat differs: last name, email, middle name',
    )
    expect(screen.getByRole('link', { name: /^Compare ?Ruth Elis$/ }).getAttribute('href')).toBe(
      `/subjects/${id}/merge/${otherId}`,
    )
  })

  test('that is an animal is not called a person', async () => {
    const cow = { ...ruth, kind: 'non-human', email: null, dateOfBirth: null, firstName: null, lastName: null } as const
    const one = { ...cow, customId1: 'IE 1', customId2: 'G 1' }
    const found = { subject: { ...one, id: otherId }, reason: 'same-identifiers', obstacle: null }
    await openSubjects(`/subjects/${id}`, {
      subjects: animals,
      replies: { [`GET /subjects/${id}`]: data(one), [`GET /subjects/${id}/duplicates`]: data([found]) },
    })
    await screen.findByText('Same IDs in another group')
    expect(screen.getByText('May be the same subject')).toBeTruthy()
  })

  test('is not searched for if the user may not merge', async () => {
    const { fetched } = await openSubjects(`/subjects/${id}`, { type: 'provider' })
    await screen.findByText('No tests yet')
    expect(screen.queryByRole('link', { name: 'Merge with another…' })).toBeNull()
    expect(called(fetched, 'GET', '/duplicates')).toHaveLength(0)
  })

  test('are told apart before an undoing, if both have one name', async () => {
    const identity = { ...ruth, email: 'r.elis@harbour.test', dateOfBirth: '1941-03-02', localId: 'CARD 7' }
    const { id: _, kind: _kind, firstName, lastName, email, dateOfBirth, localId, customId1, customId2 } = identity
    const alike = { firstName, lastName, email, dateOfBirth, localId, customId1, customId2 }
    await openSubjects(`/subjects/${id}`, {
      replies: { [`GET /subjects/${id}/merges`]: data([{ ...merged, identity: alike }]) },
    })
    await press('Undo the merge of Ruth Ellis (Born 02/03/1941 · r.elis@harbour.test · CARD 7)')
    const words = screen.getByRole('dialog').textContent
    expect(words).toContain('Ruth Ellis (Born 02/03/1941 · r.elis@harbour.test · CARD 7) will be a subject of its own')
    expect(words).toContain('Ruth Ellis (Born 03/02/1941 · ruth@harbour.test) stays here.')
  })

  test('says before and after an undoing how many tests that were recorded since stay', async () => {
    const counted = { ...merged, testsStaying: 2 }
    await openSubjects(`/subjects/${id}`, {
      replies: {
        [`GET /subjects/${id}/merges`]: [data([counted]), data([])],
        [`POST /subjects/${id}/merges/${mergeId}/undo`]: data({
          ...counted,
          identity: null,
          undoneAt: counted.mergedAt,
        }),
      },
    })
    await press('Undo the merge of Ruth Elis')
    expect(screen.getByRole('dialog').textContent).toContain(
      '2 tests that were recorded since the merge stay here, because nothing says that they are of Ruth Elis.',
    )
    await press('Undo the merge')
    await waitFor(() => expect(said()).toMatch(/^Merge undone. 2 tests recorded since stay with this subject/))
  })

  test('can be separated again after a confirmation, or the reason why not is shown', async () => {
    const { fetched } = await openSubjects(`/subjects/${id}`, {
      replies: {
        [`GET /subjects/${id}/merges`]: [data([merged]), data([merged]), data([])],
        [`POST /subjects/${id}/merges/${mergeId}/undo`]: [
          refusal(409, 'not-possible'),
          data({ ...merged, identity: null, undoneAt: '2026-03-06T09:30:00.000Z' }),
        ],
      },
    })
    await press('Undo the merge of Ruth Elis')
    expect(screen.getByRole('dialog').textContent).toContain('a subject of its own again, with 4 tests.')
    await press('Undo the merge')
    await waitFor(() => expect(said()).toMatch(/another subject with the same email/))
    await press('Undo the merge of Ruth Elis')
    await press('Undo the merge')
    await waitFor(() => expect(said()).toBe('Merge undone'))
    await waitFor(() => expect(screen.queryByText('Merged into this one')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Ruth Ellis')
    expect(called(fetched, 'POST', '/undo')).toHaveLength(2)
  })
})

describe('merging two subjects', () => {
  const rowOf = (field: string) =>
    screen.getByRole('rowheader', { name: new RegExp(`^${field}`), hidden }).closest('tr')
  const compare = async (setting: Setting = {}) => {
    const opened = await openSubjects(`/subjects/${id}/merge/${otherId}`, setting)
    await screen.findByRole('table', { hidden })
    return opened
  }
  async function mergeNow() {
    await press('Merge')
    await press('It is one person: merge')
  }

  test('shows the differences in words, and the effect on whichever is kept', async () => {
    await compare()
    expect(rowOf('Last name')?.textContent).toBe('Last nameDifferentEllisElis')
    expect(rowOf('Local ID')?.textContent).toBe('Local IDOnly in oneNoneCARD 7')
    expect(rowOf('First name')?.textContent).toBe('First nameRuthRuth')
    // By default the subject with more tests is kept.
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Ruth Elis/, hidden }).checked).toBe(true)
    expect(screen.getByText('2 tests of Ruth Ellis will move to Ruth Elis.')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: /^Ruth Ellis/, hidden }))
    for (const words of [
      '4 tests of Ruth Elis will move to Ruth Ellis.',
      'Ruth Ellis will get what is missing: Local ID.',
      'What differs will stay as Ruth Ellis has it: Last name, Email.',
      'Ruth Ellis will also be found by r.elis@harbour.test.',
      'Ruth Ellis will also be known in Ward 2.',
    ]) {
      expect(screen.getByText(words)).toBeTruthy()
    }
  })

  test('keeps by default the one with the account, and says that it will show the tests of both', async () => {
    const account = { id, name: 'Ruth E.', email: 'ruth@home.test' }
    await compare({ replies: { [`GET /subjects/${id}`]: data({ ...ruth, account }) } })
    const kept = screen.getByRole<HTMLInputElement>('radio', { name: /^Ruth Ellis/, hidden })
    expect(kept.checked).toBe(true)
    expect(screen.getByText('The patient account ruth@home.test will show the tests of both.')).toBeTruthy()
  })

  test('says what differs, also of what only files told, and asks whether it is one person', async () => {
    await compare()
    const differing = 'What differs: Last name, Email, middle name'
    expect(screen.getByText(new RegExp(`^${differing}. Check with the person`))).toBeTruthy()
    await press('Merge')
    expect(screen.getByText(new RegExp(`^These may be two people. ${differing}.`))).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Merge now', hidden })).toBeNull()
  })

  test('of whom nothing differs needs no such question, and one that the server asks is asked again', async () => {
    const same = { ...again, lastName: ruth.lastName, email: ruth.email }
    const apart = reply(409, {
      code: 'may-be-two',
      message: 'These may be two people.',
      errors: { suffix: ['The two differ in this'] },
      requestId: 'r',
    })
    const { fetched } = await compare({
      replies: {
        [`GET /subjects/${otherId}`]: data(same),
        [`GET /subjects/${id}/duplicates`]: data([]),
        [`POST /subjects/${otherId}/merge`]: [apart, data({ ...merged, subjectId: otherId })],
      },
    })
    await press('Merge')
    expect(screen.queryByText(/^These may be two people/)).toBeNull()
    await press('Merge now')
    await screen.findByText(/^What differs: suffix of the name\. Check/)
    expect(document.activeElement?.textContent).toContain('These may be two people')
    await mergeNow()
    await waitFor(() => expect(said()).toBe('Subjects merged, 4 tests moved'))
    expect(called(fetched, 'POST', '/merge').map(([, init]) => init?.body)).toEqual([
      expect.not.stringContaining('isSamePerson'),
      expect.stringContaining('"isSamePerson":true'),
    ])
  })

  test('sends both versions after a confirmation, and leads to the one that is kept', async () => {
    const { router, fetched } = await compare({
      replies: { [`POST /subjects/${otherId}/merge`]: data({ ...merged, subjectId: otherId, tests: 2 }) },
    })
    await press('Merge')
    expect(called(fetched, 'POST', '/merge')).toHaveLength(0)
    await press('It is one person: merge')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${otherId}`))
    expect(said()).toBe('Subjects merged, 2 tests moved')
    expect(sentBody(fetched, `/subjects/${otherId}/merge`)).toEqual({ subjectId: id, version: 3, isSamePerson: true })
    const [, init] = called(fetched, 'POST', '/merge')[0] ?? []
    expect(new Headers(init?.headers).get('if-match')).toBe('"5"')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ruth Elis'))
    // The subject no longer exists, and requesting it would lead away.
    expect(called(fetched, 'GET', `/subjects/${id}`)).toHaveLength(1)
  })

  test('shows others’ changes, keeps the choice, and goes on from there', async () => {
    const { fetched } = await compare({
      replies: {
        [`GET /subjects/${otherId}`]: [data(again), data({ ...again, lastName: 'Elison', version: 6 })],
        [`POST /subjects/${id}/merge`]: [refusal(412, 'stale-version'), data(merged)],
      },
    })
    await userEvent.click(screen.getByRole('radio', { name: /^Ruth Ellis/, hidden }))
    await mergeNow()
    await screen.findByText('Changed at Ruth Elison: Last name.')
    expect(document.activeElement?.textContent).toContain('Nothing has been merged yet')
    expect(rowOf('Last name')?.textContent).toContain('Elison')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Ruth Ellis/, hidden }).checked).toBe(true)
    await mergeNow()
    await waitFor(() => expect(said()).toBe('Subjects merged, 4 tests moved'))
    expect(sentBody(fetched, '/merge')).toEqual({ subjectId: otherId, version: 6, isSamePerson: true })
  })

  test.each([
    ['beyond-scope', /also known in a group that you do not see/],
    ['two-accounts', /two people to the system/],
  ] as const)('is not offered where it cannot be, with the reason: %s', async (obstacle, reason) => {
    await compare({ replies: { [`GET /subjects/${id}/duplicates`]: data([{ ...duplicate, obstacle }]) } })
    expect(screen.getByText(reason)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Merge', hidden })).toBeNull()
    expect(screen.queryByRole('radio', { hidden })).toBeNull()
  })

  test.each([
    [403, 'forbidden', /also known in a group that you do not see/],
    [409, 'duplicate', /another subject with the same email or IDs/],
    [422, 'validation', /no longer exists or has been merged/],
  ])('that the server refuses with %i shows the reason, which has the focus', async (status, code, reason) => {
    await compare({
      replies: {
        [`GET /subjects/${id}/duplicates`]: data([]),
        [`POST /subjects/${otherId}/merge`]: refusal(status, code),
      },
    })
    await mergeNow()
    await screen.findByText(reason)
    expect(document.activeElement?.textContent).toMatch(reason)
    expect(screen.queryByRole('button', { name: 'Merge', hidden })).toBeNull()
    expect(currentMessages()).toEqual([])
  })

  test('can start with any subject: the search offers all but the open one', async () => {
    const { fetched } = await openSubjects(`/subjects/${id}/merge`)
    const link = await screen.findByRole('link', { name: 'Ruth Elis', hidden })
    expect(link.getAttribute('href')).toBe(`/subjects/${id}/merge/${otherId}`)
    const panel = within(screen.getByRole('dialog', { name: 'Merge with another subject', hidden }))
    expect(panel.queryByRole('link', { name: 'Ruth Ellis', hidden })).toBeNull()
    expect(called(fetched, 'GET', '/subjects?search=Ellis')).toHaveLength(1)
  })
})
