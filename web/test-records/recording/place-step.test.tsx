import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../../testing/replies.ts'
import { loadDraft, saveDraft } from './draft-storage.ts'
import { assay, draftWith, group, organisation } from './fixtures.ts'

const ward = {
  ...group,
  organisationId: organisation.id,
  organisationName: organisation.name,
  organisationStatus: 'active',
  status: 'active',
  location: null,
  phone: null,
  figures: { users: 1, tests: { total: 0, conclusive: 0, positive: 0 } },
}
const empty = { ...organisation, id: organisation.id.replace(/.$/, 'e'), name: 'New Harbour' }

test('an organisation without a group leads an administrator to a new group of it', async () => {
  sessionStorage.clear()
  await openPage('/create-test', {
    user: aUser('tenant', { assay_id: assay.id }),
    parts: [
      import('./start.tsx'),
      import('../../groups/group-form.tsx'),
      import('./place-step.tsx'),
      import('../../lists/new-group-link.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation, empty]),
      'GET /groups': pageOf([ward]),
      'GET /assays': pageOf([assay]),
      'GET /test-records/recent': reply(200, { data: null }),
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'New Harbour' }))
  const link = await screen.findByRole('link', { name: 'New group' })
  expect(link.getAttribute('href')).toBe(`/groups/new?organisation=${empty.id}&neededFor=test`)
})

test('a group that was made for a test leads back to it, with that group and what was typed', async () => {
  sessionStorage.clear()
  const user = aUser('tenant', { assay_id: assay.id })
  const made = { ...ward, id: ward.id.replace(/.$/, 'f'), name: 'Quay Ward', organisationId: empty.id }
  const other = { ...made, id: ward.id.replace(/.$/, 'c'), name: 'Evening team' }
  saveDraft(user.id, draftWith({ note: 'Felt faint' }))
  const { router } = await openPage(`/groups/new?organisation=${empty.id}&neededFor=test`, {
    user,
    parts: [
      import('./start.tsx'),
      import('./place-step.tsx'),
      import('../../groups/groups-page.tsx'),
      import('../../groups/group-form.tsx'),
      import('../create-test-page.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation, empty]),
      'GET /groups': [pageOf([ward, other]), pageOf([ward, other, made])],
      'POST /groups': reply(201, { data: made }),
      'GET /assays': pageOf([assay]),
      'PUT /test-records/draft': reply(204),
      'GET /test-records/recent': reply(200, { data: null }),
    },
  })
  await userEvent.type(await screen.findByLabelText('Name'), 'Quay Ward')
  await userEvent.click(screen.getByRole('button', { name: 'Create group', hidden: true }))
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Quay Ward' })).checked).toBe(true)
  expect(router.state.location.pathname).toBe('/create-test')
  expect(loadDraft(user.id)?.note).toBe('Felt faint')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Who is being tested?')
})
