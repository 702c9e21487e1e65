import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import { Suspense, use, useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { paths } from '../paths.ts'
import { setLocale } from '../ui/phrases.ts'
import { FormPanel } from './form-panel.tsx'

beforeEach(() => setLocale('en_GB'))

const never = new Promise<never>(() => undefined)

function Waiting(): never {
  return use(never)
}

/** A panel on a page that can suspend again. */
function Page() {
  const [waits, setWaits] = useState(false)
  return (
    <Suspense fallback={<p>The page waits</p>}>
      <FormPanel title="New organisation" below={paths.organisations()}>
        <button onClick={() => setWaits(true)}>Go on</button>
      </FormPanel>
      {waits && <Waiting />}
    </Suspense>
  )
}

test('a panel that is hidden while its page suspends does not navigate', async () => {
  const root = createRootRoute({ component: Outlet })
  const form = createRoute({ getParentRoute: () => root, path: '/organisations/new', component: Page })
  const list = createRoute({ getParentRoute: () => root, path: '/organisations', component: () => <p>The list</p> })
  const router = createRouter({
    routeTree: root.addChildren([form, list]),
    history: createMemoryHistory({ initialEntries: ['/organisations/new'] }),
  })
  render(<RouterProvider router={router} />)
  await screen.findByRole('dialog', { name: 'New organisation' })
  const button = screen.getByRole('button', { name: 'Go on' })
  await act(async () => button.click())
  await screen.findByText('The page waits')
  await act(() => new Promise((done) => setTimeout(done, 50)))
  expect(router.state.location.pathname).toBe('/organisations/new')
})
