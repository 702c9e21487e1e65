import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Menu } from './menu.tsx'

const onChoose = vi.fn<(name: string) => void>()
const user = userEvent.setup()

beforeEach(() => void onChoose.mockClear())

function show(more: { isInactive?: boolean; takesFocus?: boolean } = {}) {
  render(
    <>
      <Menu label="Print" button="…" {...more}>
        {['First', 'Second', 'Third'].map((name) => (
          <button key={name} type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose(name)}>
            {name}
          </button>
        ))}
      </Menu>
      <button type="button">Next</button>
    </>,
  )
  return screen.getByRole('button', { name: 'Print' })
}

const focused = () => document.activeElement?.textContent
const items = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)

test('a press shows the items and focuses the first, another hides them', async () => {
  const button = show()
  expect([items(), button.getAttribute('aria-expanded')]).toEqual([[], 'false'])
  await user.click(button)
  expect([items(), focused()]).toEqual([['First', 'Second', 'Third'], 'First'])
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('menu', { name: 'Print' }).id)
  await user.click(button)
  expect([items(), focused(), button.getAttribute('aria-expanded')]).toEqual([[], '…', 'false'])
})

test('arrows go round the items, Home and End to the ends', async () => {
  show().focus()
  await user.keyboard('{ArrowDown}')
  const visited = [focused()]
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End']) {
    await user.keyboard(`{${key}}`)
    visited.push(focused())
  }
  expect(visited).toEqual(['First', 'Second', 'Third', 'First', 'Third', 'First', 'Third'])
})

test('a choice hides the items and returns the focus to the button', async () => {
  const button = show()
  await user.click(button)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('Second')
  expect([items(), document.activeElement]).toEqual([[], button])
})

test('Tab hides the items and goes on behind the menu', async () => {
  await user.click(show())
  await user.tab()
  await waitFor(() => expect(items()).toEqual([]))
  expect(focused()).toBe('Next')
})

test('an inactive button keeps the focus that it took and opens nothing', async () => {
  const button = show({ isInactive: true, takesFocus: true })
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, 'true'])
  await user.click(button)
  await user.keyboard('{ArrowDown}{Enter}')
  expect([items(), document.activeElement]).toEqual([[], button])
})
