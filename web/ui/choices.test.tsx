import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ChoiceCards } from './choice-cards.tsx'
import { setLocale } from './phrases.ts'
import { PlainSelect } from './plain-select.tsx'
import { SearchSelect } from './search-select.tsx'

beforeEach(() => setLocale('en_GB'))

test('an error on cards has the icon that errors of other fields have', () => {
  render(
    <ChoiceCards
      name="result"
      legend="Result"
      choices={[{ value: 'negative', label: 'Negative' }]}
      value={undefined}
      onChange={() => undefined}
      error="Choose a result first."
    />,
  )
  const error = screen.getByText('Choose a result first.').closest('p')
  expect(error?.querySelector('svg')).not.toBeNull()
  expect(screen.getByRole('radio').getAttribute('aria-describedby')).toBe(error?.id)
})

test('the label of a select in a bar is seen, and is its name', () => {
  render(
    <>
      <PlainSelect aria-label="Unit">
        <option>All units</option>
      </PlainSelect>
      <SearchSelect
        hiddenLabel
        label="Group"
        choices={[]}
        value={null}
        placeholder="All groups"
        nothingFound="Nothing"
        onChange={() => undefined}
      />
    </>,
  )
  for (const name of ['Unit', 'Group']) {
    expect(screen.getByRole('combobox', { name })).toBeTruthy()
    expect(screen.getByText(name, { selector: 'span' })).toBeTruthy()
  }
})
