import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import userEvent from '@testing-library/user-event'
import { inFrontOfCamera } from '../../testing/camera.ts'
import { gtin, otherGtin, code, open, draft, filled, scanAnywhere, isStillHere } from '../../testing/scanned-kits.ts'

const scanButton = () => screen.getByRole('button', { name: 'Scan the kit' })

test('the camera reads on until it finds the code of a kit, then fills it in, closes and stops', async () => {
  await open()
  const stop = vi.fn()
  const seen = ['nothing']
  inFrontOfCamera(seen, async () => ({ getTracks: () => [{ stop }] }))
  await userEvent.click(scanButton())
  const panel = await screen.findByRole('dialog', { name: 'Scan the kit' })
  expect(await within(panel).findByText(/not the code of a kit/)).toBeDefined()
  seen.push(code('4006381333931'))
  expect(await within(panel).findByText(/code of another product/)).toBeDefined()
  seen.push(code(otherGtin))
  expect(await screen.findByText(/^Filled in from the code: Other antigen/)).toBeDefined()
  expect(draft()).toMatchObject(filled)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(stop).toHaveBeenCalled()
  expect(document.activeElement).toBe(scanButton())
})

test.each([
  ['a page without https', undefined, /opened with https/],
  ['a refusal', 'NotAllowedError', /does not let this page use the camera/],
  ['no camera', 'NotFoundError', /No camera was found/],
  ['a camera in use', 'NotReadableError', /another program/],
])('with %s the panel says so, and the code can be typed', async (_, name, words) => {
  await open({ results: { 'flu-a': 'negative' } })
  inFrontOfCamera([], () => Promise.reject(new DOMException('', name)))
  if (name === undefined) Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  await userEvent.click(scanButton())
  const panel = await screen.findByRole('dialog', { name: 'Scan the kit' })
  expect(await within(panel).findByText(words)).toBeDefined()
  await userEvent.click(within(panel).getByLabelText(/^Code/))
  scanAnywhere('LOT-1')
  expect(await within(panel).findByText(/not the code of a kit/)).toBeDefined()
  await userEvent.clear(within(panel).getByLabelText(/^Code/))
  scanAnywhere(`(01)${gtin.padStart(14, '0')}(10)L-9(17)280131`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The digits of the code chose nothing in the step below.
  expect(draft()).toMatchObject({ lot: 'L-9', lotExpiry: '31/01/2028', result: 'negative' })
  isStillHere()
})
