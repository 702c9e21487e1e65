import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '../../testing/open-page.tsx'
import { aUser, pageOf, reply } from '../../testing/replies.ts'
import { assay, group, organisation } from './fixtures.ts'

const ward = { ...group, organisationId: organisation.id }
const empty = { ...organisation, id: organisation.id.replace(/.$/, 'e'), name: 'New Harbour' }

test('an organisation without a group leads an administrator to a new group of it', async () => {
  sessionStorage.clear()
  await openPage('/create-test', {
    user: aUser('tenant', { assay_id: assay.id }),
    parts: [import('./start.tsx'), import('./place-step.tsx'), import('../../lists/new-group-link.tsx')],
    replies: {
      'GET /organisations': pageOf([organisation, empty]),
      'GET /groups': pageOf([ward]),
      'GET /assays': pageOf([assay]),
      'GET /test-records/recent': reply(200, { data: null }),
    },
  })
  await userEvent.click(await screen.findByRole('radio', { name: 'New Harbour' }))
  const link = await screen.findByRole('link', { name: 'New group' })
  expect(link.getAttribute('href')).toBe(`/groups/new?organisation=${empty.id}`)
})
