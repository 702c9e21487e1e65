import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FiltersInUse } from './filters-in-use.tsx'

function List({ of }: { of: string[] }) {
  const [words, setWords] = useState(of)
  const inUse = words.map((word) => ({
    key: word,
    words: word,
    onRemove: () => setWords((before) => before.filter((one) => one !== word)),
  }))
  return (
    <>
      <h1 tabIndex={-1} data-page-heading>
        Tests
      </h1>
      <FiltersInUse inUse={inUse} onClear={() => setWords([])} />
    </>
  )
}

const focused = () => document.activeElement?.textContent

test('whoever removes a filter stays among the filters, and then at the list', async () => {
  render(<List of={['Positive', 'Last week', 'Quayside']} />)
  const remove = async (word: string) => {
    screen.getByRole('button', { name: new RegExp(word) }).focus()
    await userEvent.keyboard('{Enter}')
  }
  await remove('Positive')
  expect(focused()).toContain('Last week')
  await remove('Quayside')
  expect(focused()).toContain('Last week')
  await remove('Last week')
  expect(focused()).toBe('Tests')
})

test('whoever clears all filters stays at the list', async () => {
  render(<List of={['Positive', 'Last week']} />)
  await userEvent.click(screen.getByRole('button', { name: /^Clear/ }))
  expect(focused()).toBe('Tests')
})
