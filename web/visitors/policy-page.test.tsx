import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { handleFailures } from '../api/failures.ts'
import { openPage } from '../testing/open-page.tsx'
import { refusal } from '../testing/replies.ts'

afterEach(() => handleFailures(undefined))

test.each([
  [404, 'not-found', 'Error 404: Not Found'],
  [500, 'internal', 'Something went wrong'],
])('status %i for a visitor to a policy leads to the error page', async (status, code, title) => {
  const { router } = await openPage('/eula', {
    parts: [import('./policy-page.tsx'), import('./error-page.tsx')],
    replies: { 'GET /users/my-details': refusal(401, 'unauthenticated'), 'GET /policies/eula': refusal(status, code) },
  })
  await screen.findByRole('heading', { level: 1, name: title })
  expect(router.state.location.pathname).toBe('/error')
  await waitFor(() => expect(router.state.status).toBe('idle'))
})

test('the page of a policy that got no answer stays, and can be loaded again', async () => {
  const { router } = await openPage('/eula', {
    parts: [import('./policy-page.tsx')],
    replies: { 'GET /policies/eula': new TypeError('Failed to fetch') },
  })
  await screen.findByRole('button', { name: 'Try again' })
  expect(router.state.location.pathname).toBe('/eula')
})
