import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect } from 'vitest'
import { called, refusal, reply, type answer } from './replies.ts'

/**
 * Types a name into the form of a row, of which somebody else then saves `changed` first. The form must say so, keep what was typed, and
 * store it over their version together with their change, which is sent as `sent`.
 */
export async function expectTypedToStay<Row extends { version: number }>(
  fetched: ReturnType<typeof answer>,
  path: string,
  row: Row,
  changed: Partial<Row>,
  sent: object = changed,
): Promise<void> {
  const theirs = { ...row, ...changed, version: row.version + 1 }
  const form = await screen.findByRole('form', undefined, { timeout: 20_000 })
  const name = form.querySelector<HTMLInputElement>('input[name="name"]')
  const save = form.querySelector<HTMLElement>('button[type="submit"]')
  if (name === null || save === null) throw new Error('The form has no name, or nothing that saves it.')
  await userEvent.clear(name)
  await userEvent.type(name, 'Typed by me')
  const before = fetched.getMockImplementation()
  fetched.mockImplementation(async (address, init) => {
    const isOfRow = address.replace('/api/v1', '').replace(/\?.*/, '') === path
    if (!isOfRow) return (await before?.(address, init)) ?? reply(404)
    if (init?.method !== 'PUT') return reply(200, { data: theirs })
    const isOutdated = new Headers(init.headers).get('If-Match') !== `"${theirs.version}"`
    return isOutdated ? refusal(412, 'stale-version') : reply(200, { data: { ...theirs, version: theirs.version + 1 } })
  })
  await userEvent.click(save)
  await screen.findByText('This has changed in the meantime')
  expect(name.isConnected && name.value).toBe('Typed by me')
  await userEvent.click(save)
  await waitFor(() => expect(called(fetched, 'PUT', path)).toHaveLength(2))
  const [, second] = called(fetched, 'PUT', path)
  expect(new Headers(second?.[1]?.headers).get('If-Match')).toBe(`"${theirs.version}"`)
  expect(JSON.parse(second?.[1]?.body as string)).toMatchObject({ name: 'Typed by me', ...sent })
}
