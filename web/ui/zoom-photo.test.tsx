import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ZoomPhoto } from './zoom-photo.tsx'

const words = {
  enlarge: 'Enlarge',
  close: 'Close',
  zoomIn: 'Enlarge further',
  zoomOut: 'Make smaller',
  reset: 'Show it whole',
  help: 'Use plus, minus and the arrow keys.',
  failed: 'The photo could not be loaded.',
}

test('the keys zoom an enlarged photo at once, without a Tab into it', async () => {
  render(<ZoomPhoto src="/photo" alt="The photo of HARB-1" words={words} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Enlarge: The photo of HARB-1' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }))
  await user.keyboard('+')
  expect(screen.getByRole('status').textContent).toBe('150 %')
  await user.keyboard('0')
  expect(screen.getByRole('status').textContent).toBe('100 %')
})
