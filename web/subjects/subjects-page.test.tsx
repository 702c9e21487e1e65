import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { aUser, refusal, reply, sentBody } from '../testing/replies.ts'
import {
  again,
  animals,
  called,
  data,
  hidden,
  id,
  merged,
  openSubjects,
  otherId,
  press,
  ruth,
  said,
} from '../testing/subjects.tsx'

afterEach(() => handleFailures(undefined))

describe('the list of subjects', () => {
  test('shows each subject with its groups, and links to it', async () => {
    await openSubjects('/subjects?search=ellis')
    const link = await screen.findByRole('link', { name: 'Ruth Ellis' })
    expect(link.getAttribute('href')).toContain(`/subjects/${id}?search=ellis&crumb=Ruth`)
    expect(screen.getByRole('searchbox', { name: 'Search: Name, email or ID' })).toBeTruthy()
    for (const words of ['2 subjects', '03/02/1941', 'CARD 7', 'Ward 2']) {
      expect(document.body.textContent).toContain(words)
    }
  })

  test('names the organisation of a group if there are several, because two groups may share a name', async () => {
    const one = { id, name: 'Reception', organisation: { id, name: 'Quay' } }
    const other = { id: otherId, name: 'Reception', organisation: { id: otherId, name: 'Hill' } }
    const page = { size: 5, next: null, previous: null, total: 1, totalIsCapped: false }
    const both = { ...ruth, groups: [one, other] }
    const replies = {
      'GET /users/my-details': data(aUser('tenant', { organisation: null })),
      'GET /subjects': reply(200, { data: [both], page }),
    }
    await openSubjects('/subjects', { replies })
    await screen.findByRole('link', { name: 'Ruth Ellis' })
    expect(document.body.textContent).toContain('Reception, Quay')
  })

  test('says of whoever was found by what somebody merged was known by what that was', async () => {
    const page = { size: 5, next: null, previous: null, total: 2, totalIsCapped: false }
    const found = [
      { ...ruth, formerly: 'Ada Fenn' },
      { ...again, formerly: null },
    ]
    await openSubjects('/subjects?search=fenn', { replies: { 'GET /subjects': reply(200, { data: found, page }) } })
    const link = await screen.findByRole('link', { name: 'Ruth Ellis' })
    expect(link.closest('tr, li')?.textContent).toContain('Formerly Ada Fenn')
    expect(screen.getAllByText(/^Formerly/)).toHaveLength(1)
  })

  test('of animals is searched by the animals’ fields', async () => {
    await openSubjects('/subjects', { subjects: animals })
    expect(await screen.findByRole('searchbox', { name: 'Search: Ear tag or Herd' })).toBeTruthy()
  })
})

describe('one subject', () => {
  test('shows its data, and offers the permitted actions', async () => {
    const account = { id, name: 'Ruth E.', email: 'ruth@home.test' }
    await openSubjects(`/subjects/${id}`, {
      type: 'clinical',
      replies: { [`GET /subjects/${id}`]: data({ ...ruth, account }) },
    })
    await screen.findByText('No tests yet')
    for (const words of ['ruth@harbour.test', '03/02/1941', 'Ward 1, Harbour Care Homes', 'ruth@home.test']) {
      expect(document.body.textContent).toContain(words)
    }
    expect(screen.getByRole('link', { name: 'Record a test' }).getAttribute('href')).toBe(`/create-test?subject=${id}`)
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy()
  })

  test('replaces the one that was open beside the list', async () => {
    vi.stubGlobal('matchMedia', (query: string) => Object.assign(new EventTarget(), { matches: query !== 'print' }))
    await openSubjects(`/subjects/${id}`)
    await screen.findByRole('complementary', { name: 'Ruth Ellis' })
    await userEvent.click(screen.getByRole('link', { name: 'Ruth Elis' }))
    const beside = within(await screen.findByRole('complementary', { name: 'Ruth Elis' }))
    const titles = beside.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['Ruth Elis'])
  })
})

describe('editing a subject', () => {
  const save = () => press('Save changes')
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

  test('keeps the name in the breadcrumbs while its form is open', async () => {
    await openSubjects(`/subjects/${id}`)
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }))
    await field('Last name (optional)')
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' }).querySelector('ol')
    expect(crumbs?.textContent).toBe('DashboardSubjectsRuth EllisEdit subject')
  })

  test('begins at its first field, and not at what closes it', async () => {
    await openSubjects(`/subjects/${id}/edit`)
    const first = await field('First name (optional)')
    await waitFor(() => expect(document.activeElement).toBe(first))
  })

  test('begins at the field that a link asks for', async () => {
    await openSubjects(`/subjects/${id}/edit?field=dateOfBirth`)
    const born = await field('Date of birth')
    await waitFor(() => expect(document.activeElement).toBe(born))
  })

  test('marks the invalid field, and says that the group has the person already; the typed data stays', async () => {
    const { fetched } = await openSubjects(`/subjects/${id}/edit`, {
      replies: { [`PUT /subjects/${id}`]: refusal(409, 'duplicate') },
    })
    const born = await field('Date of birth')
    await userEvent.clear(born)
    await userEvent.type(born, '31/02/1941')
    await save()
    expect(born.getAttribute('aria-invalid')).toBe('true')
    expect(called(fetched, 'PUT', id)).toHaveLength(0)
    await userEvent.clear(born)
    await userEvent.type(born, '03/03/1941')
    await save()
    await screen.findByText('The group probably has this person already. Nothing was saved.')
    expect(born.value).toBe('03/03/1941')
  })

  test('a first name is taken away only if it is said that the person has one name', async () => {
    const subjects = { kind: 'human', customId1: '', customId2: '', identifiesBy: 'names' } as const
    const { fetched } = await openSubjects(`/subjects/${id}/edit`, {
      subjects,
      replies: { [`PUT /subjects/${id}`]: data({ ...ruth, firstName: null, version: 4 }) },
    })
    await userEvent.clear(await field('First name'))
    await save()
    await screen.findByText('First name is required')
    expect(called(fetched, 'PUT', id)).toHaveLength(0)
    await userEvent.click(screen.getByRole('checkbox', { name: 'This person has one name only' }))
    expect((await field('First name')).disabled).toBe(true)
    await save()
    await waitFor(() => expect(called(fetched, 'PUT', id)).toHaveLength(1))
    expect(sentBody(fetched, `/subjects/${id}`)).toMatchObject({
      firstName: null,
      lastName: 'Ellis',
      hasOneName: true,
    })
  })

  test('of somebody without a first name it is asked, when the identity changes, whether they have one name', async () => {
    const subjects = { kind: 'human', customId1: '', customId2: '', identifiesBy: 'names' } as const
    const unknown = { ...ruth, firstName: null }
    const { fetched } = await openSubjects(`/subjects/${id}/edit`, {
      subjects,
      replies: {
        [`GET /subjects/${id}`]: data(unknown),
        [`PUT /subjects/${id}`]: data({ ...unknown, version: 4 }),
      },
    })
    const oneName = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'This person has one name only' })
    expect([oneName.checked, (await field('First name')).disabled]).toEqual([false, false])
    expect(screen.getByText(/^No first name is known/)).toBeDefined()
    await userEvent.type(await field('Local ID (optional)'), 'CARD 9')
    await save()
    await screen.findByText('First name is required')
    expect(called(fetched, 'PUT', id)).toHaveLength(0)
    await userEvent.click(oneName)
    await save()
    await waitFor(() => expect(sentBody(fetched, `/subjects/${id}`)).toMatchObject({ hasOneName: true }))
  })

  test('of somebody without a first name nothing is asked when their identity stays', async () => {
    const subjects = { kind: 'human', customId1: '', customId2: '', identifiesBy: 'names' } as const
    const unknown = { ...ruth, firstName: null }
    const { fetched } = await openSubjects(`/subjects/${id}/edit`, {
      subjects,
      replies: { [`GET /subjects/${id}`]: data(unknown), [`PUT /subjects/${id}`]: data(unknown) },
    })
    await screen.findByText(/^No first name is known/)
    await save()
    await waitFor(() => expect(called(fetched, 'PUT', id)).toHaveLength(1))
    expect(called(fetched, 'PUT', id)[0]?.[1]?.body).not.toContain('hasOneName')
  })

  test('names the owner of the local ID, and keeps the ID on request', async () => {
    const refused = reply(409, {
      message: 'This already exists.',
      code: 'duplicate',
      errors: { localId: ['Somebody else in the group has this local ID'] },
      requestId: 'r',
    })
    const { router, fetched } = await openSubjects(`/subjects/${id}/edit`, {
      replies: {
        [`PUT /subjects/${id}`]: [refused, data({ ...ruth, localId: 'CARD 8', version: 4 })],
        'POST /subjects/lookup': data({ ...again, groupName: 'Ward 1' }),
      },
    })
    const localId = await field('Local ID (optional)')
    await userEvent.clear(localId)
    await userEvent.type(localId, 'CARD 8')
    await save()
    await screen.findByText('Ruth Elis has this local ID')
    expect(localId.getAttribute('aria-invalid')).toBe('true')
    expect(sentBody(fetched, '/subjects/lookup')).toMatchObject({ localId: 'CARD 8', besides: id })
    await press('Keep this local ID')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${id}`))
    expect(called(fetched, 'PUT', id).map(([, init]) => init?.body)).toEqual([
      expect.not.stringContaining('isLocalIdShared'),
      expect.stringContaining('"isLocalIdShared":true'),
    ])
  })

  test('edited into somebody else of one name, it is compared as the one that is edited, and may be merged', async () => {
    const subjects = { kind: 'human', customId1: '', customId2: '', identifiesBy: 'names' } as const
    const refused = reply(409, {
      message: 'This already exists.',
      code: 'duplicate',
      errors: { lastName: ['Somebody in the group is probably the same person'] },
      requestId: 'r',
    })
    const { router } = await openSubjects(`/subjects/${id}/edit`, {
      subjects,
      replies: {
        [`PUT /subjects/${id}`]: refused,
        'POST /subjects/lookup': data({ ...again, email: 'other@home.test', groupName: 'Ward 1' }),
        [`POST /subjects/${otherId}/merge`]: data(merged),
      },
    })
    const lastName = await field('Last name')
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Elis')
    await userEvent.type(await field('Local ID (optional)'), 'CARD 99')
    await save()
    await screen.findByText('Ruth Elis is probably the same person')
    expect(screen.queryByText('You entered')).toBeNull()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Field',
      'The one you are editing',
      'Ruth Elis',
    ])
    await userEvent.click(screen.getByRole('link', { name: 'Compare and merge' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${id}/merge/${otherId}`))
    await screen.findByText(/^What you typed of Ruth Ellis is kept/)
    await press('Merge')
    await press('It is one person: merge')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${otherId}/edit`))
    expect((await field('Local ID (optional)')).value).toBe('CARD 99')
    expect((await field('Email (optional)')).value).toBe('r.elis@harbour.test')
  })

  test('of an animal names the one with a similar tag, and saves another one on request', async () => {
    const nobody = { email: null, dateOfBirth: null, firstName: null, lastName: null } as const
    const cow = { ...ruth, ...nobody, kind: 'non-human', customId1: 'IE 11 x', customId2: 'Herd 4' } as const
    const refused = reply(409, {
      message: 'This already exists.',
      code: 'duplicate',
      errors: { customId1: ['Another subject in the group has IDs that differ only in spaces, hyphens or spelling'] },
      requestId: 'r',
    })
    const { router, fetched } = await openSubjects(`/subjects/${id}/edit`, {
      subjects: animals,
      replies: {
        [`GET /subjects/${id}`]: data(cow),
        [`PUT /subjects/${id}`]: [refused, data({ ...cow, customId1: 'IE12x', version: 4 })],
        'POST /subjects/lookup': data({ ...cow, id: otherId, customId1: 'IE 12 x', groupName: 'Ward 1' }),
      },
    })
    const tag = await field('Ear tag')
    await userEvent.clear(tag)
    await userEvent.type(tag, 'IE12x')
    await save()
    await screen.findByText('IE 12 x · Herd 4 is probably the same one')
    expect(tag.getAttribute('aria-invalid')).toBe('true')
    expect(sentBody(fetched, '/subjects/lookup')).toMatchObject({ customId1: 'IE12x', customId2: 'Herd 4' })
    await press('This is another one')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${id}`))
    expect(called(fetched, 'PUT', id).map(([, init]) => init?.body)).toEqual([
      expect.not.stringContaining('hasSimilarIds'),
      expect.stringContaining('"hasSimilarIds":true'),
    ])
  })

  test('names the owner of the email in another group, and keeps the email on request', async () => {
    const elsewhere = { ...again, groupId: again.id, groupName: 'Ward 9', organisationName: 'North' }
    const { router, fetched } = await openSubjects(`/subjects/${id}/edit`, {
      replies: {
        [`PUT /subjects/${id}`]: data({ ...ruth, email: 'mother@home.test', version: 4 }),
        'POST /subjects/lookup': data(elsewhere),
      },
    })
    const email = await field('Email')
    await userEvent.clear(email)
    await userEvent.type(email, 'mother@home.test')
    await save()
    await screen.findByText(/^Ruth Elis at Ward 9.* has this email$/)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(called(fetched, 'PUT', id)).toHaveLength(0)
    await press('Keep this email')
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${id}`))
    expect(sentBody(fetched, id)).toMatchObject({ email: 'mother@home.test' })
  })

  test('takes over others’ changes, and asks where both changed the same field', async () => {
    const theirs = { ...ruth, lastName: 'Ellison', localId: 'CARD 9', version: 4 }
    const { router, fetched } = await openSubjects(`/subjects/${id}/edit`, {
      replies: {
        [`GET /subjects/${id}`]: [data(ruth), data(theirs)],
        [`PUT /subjects/${id}`]: [refusal(412, 'stale-version'), data({ ...theirs, lastName: 'Elliot', version: 5 })],
      },
    })
    const lastName = await field('Last name (optional)')
    await userEvent.clear(lastName)
    await userEvent.type(lastName, 'Elliot')
    await save()
    await screen.findByText('This has changed in the meantime')
    await userEvent.click(screen.getByRole('radio', { name: /Keep yours: ?Elliot/, hidden }))
    await save()
    await waitFor(() => expect(router.state.location.pathname).toBe(`/subjects/${id}`))
    expect(said()).toBe('Subject updated')
    expect(sentBody(fetched, `/subjects/${id}`)).toMatchObject({ lastName: 'Elliot', localId: 'CARD 9' })
  })
})
