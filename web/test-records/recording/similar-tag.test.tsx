import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadPreferences } from '../../preferences/preferences.ts'
import { openAt } from '../../testing/open.tsx'
import { answer, aUser, pageOf, reply, somePreferences } from '../../testing/replies.ts'
import { animals, called } from '../../testing/subjects.tsx'
import { setLocale } from '../../ui/phrases.ts'
import { saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation, subject } from './fixtures.ts'

const user = aUser('clinical', { assay_id: assay.id })
const nobody = { email: null, dateOfBirth: null, firstName: null, lastName: null } as const
const known = { ...subject, ...nobody, kind: 'non-human', customId1: 'IE 12 x', customId2: 'Herd 4' } as const

/** Adds an animal whose tag differs from that of a known one only in its spaces, which the server refuses at first. */
async function addSimilar() {
  const fetched = answer({
    'GET /sanctum/csrf-cookie': reply(204),
    'GET /get-site-preferences': reply(200, { data: somePreferences({ subjects: animals }) }),
    'GET /users/my-details': reply(200, { data: user }),
    'GET /organisations': pageOf([organisation]),
    'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
    'GET /assays': pageOf([assay]),
    'GET /test-records': pageOf([]),
    'PUT /test-records/draft': reply(204),
    'POST /subjects/lookup': reply(200, { data: { ...known, groupName: group.name } }),
    'POST /subjects': [
      reply(409, {
        code: 'duplicate',
        message: 'This already exists.',
        errors: { customId1: ['Another subject in the group has IDs that differ only in spaces, hyphens or spelling'] },
        requestId: 'r',
      }),
      reply(201, { data: { ...known, id: '01890000-0000-7000-8000-0000000000b2', customId1: 'IE12x' } }),
    ],
  })
  const draft = draftWith({ organisation, group, isNewSubject: true })
  saveDraft(user.id, { ...draft, typedSubject: { ...draft.typedSubject, customId1: 'IE12x', customId2: 'Herd 4' } })
  await loadPreferences()
  await setLocale('en_GB')
  openAt('/create-test')
  await userEvent.click(await screen.findByRole('button', { name: 'Add and continue' }))
  expect(await screen.findByText('IE 12 x · Herd 4 is probably the same one')).toBeTruthy()
  return () => called(fetched, 'POST', '/subjects').map(([, init]) => init?.body)
}

test('an animal with a similar tag is another one on confirmation', async () => {
  const sent = await addSimilar()
  await userEvent.click(screen.getByRole('button', { name: 'This is another one' }))
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()).toEqual([
    expect.not.stringContaining('hasSimilarIds'),
    expect.stringContaining('"hasSimilarIds":true'),
  ])
})

test('an animal with a similar tag is tested as the known one', async () => {
  const sent = await addSimilar()
  await userEvent.click(screen.getByRole('button', { name: 'Test IE 12 x · Herd 4' }))
  expect(await screen.findByRole('heading', { name: 'Check that this is the right subject' })).toBeTruthy()
  expect(sent()).toHaveLength(1)
})
