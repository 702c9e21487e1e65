import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setLocale } from './phrases.ts'
import { SearchSelect } from './search-select.tsx'

const onChange = vi.fn<(id: string | null) => void>()
const choices = [
  { id: 'a', name: 'Álamo Clinic' },
  { id: 'b', name: 'Birch House' },
  { id: 'c', name: 'Cedar House' },
]

beforeEach(async () => {
  onChange.mockClear()
  await setLocale('en_GB')
})

function show(value: string | null = null, isPending = false) {
  render(
    <SearchSelect
      label="Group"
      choices={choices}
      value={value}
      onChange={onChange}
      placeholder="Choose"
      nothingFound="Nothing found"
      isPending={isPending}
      clearable
    />,
  )
  return screen.getByRole('combobox', { name: 'Group' })
}

test('typing filters the choices without regard to accents, Enter chooses', async () => {
  await userEvent.type(show(), 'alamo')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Álamo Clinic'])
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledWith('a')
})

test('arrows move through the choices and say which one is active', async () => {
  const input = show('b')
  await userEvent.click(input)
  await userEvent.keyboard('{ArrowDown}')
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Cedar House' }).id)
  await userEvent.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledWith('c')
})

test('leaving the field or Escape chooses nothing', async () => {
  const input = show('b')
  await userEvent.type(input, 'ced{Escape}')
  expect((input as HTMLInputElement).value).toBe('Birch House')
  await userEvent.type(input, 'ced')
  await userEvent.tab()
  expect(onChange).not.toHaveBeenCalled()
  expect(screen.queryAllByRole('option')).toEqual([])
})

test('a choice can be clicked and cleared', async () => {
  await userEvent.click(show('b'))
  await userEvent.click(screen.getByRole('option', { name: 'Cedar House' }))
  expect(onChange).toHaveBeenLastCalledWith('c')
  await userEvent.click(screen.getByRole('button', { name: 'Clear Group' }))
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('it says when nothing fits', async () => {
  await userEvent.type(show(), 'zzz')
  expect(screen.getByText('Nothing found')).toBeTruthy()
})

test('it does not say that nothing fits while choices are loading', async () => {
  await userEvent.type(show(null, true), 'zzz')
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByText('Nothing found')).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(onChange).not.toHaveBeenCalled()
})

test('keys that come faster than renders choose as if they had come slowly', async () => {
  const input = show()
  act(() => {
    fireEvent.keyDown(input, { key: 'ArrowDown' })
  })
  act(() => {
    for (const key of ['ArrowDown', 'ArrowDown', 'Enter', 'Enter']) fireEvent.keyDown(input, { key })
  })
  expect(onChange.mock.calls.map(([id]) => id)).toEqual(['c'])
})

test('opened by a key, the list starts at the chosen item and moves on from there', async () => {
  const input = show('a')
  for (const key of ['ArrowDown', 'ArrowDown']) act(() => void fireEvent.keyDown(input, { key }))
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Birch House' }).id)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(input)
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'Álamo Clinic' }).id)
})
