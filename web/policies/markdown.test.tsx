import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'

test('headings, lists, emphasis and links become elements', () => {
  render(
    <Markdown
      text={'# Top\nText **strong** and *soft*\n\n- one\n- two\n\n1. first\n\n[Site](https://a.test/x) [Here](/eula)'}
    />,
  )
  expect(screen.getByRole('heading', { level: 2, name: 'Top' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two', 'first'])
  expect(screen.getByRole('link', { name: 'Site' }).getAttribute('href')).toBe('https://a.test/x')
  expect(screen.getByRole('link', { name: 'Here' }).getAttribute('href')).toBe('/eula')
})

test('what could do harm stays text', () => {
  const { container } = render(
    <Markdown text={'<img src=x onerror=alert(1)> [a](javascript:alert) [b](//evil.test) [c](http://x.test)'} />,
  )
  expect(container.querySelector('img, a, script')).toBeNull()
  expect(container.textContent).toContain('<img src=x')
})
