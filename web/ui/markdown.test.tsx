import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { longestPolicy } from '../../contract/policies/endpoints.ts'
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

test('dangerous markup stays text', () => {
  const { container } = render(
    <Markdown
      text={
        '<img src=x onerror=alert(1)> [a](javascript:alert) [b](//evil.test) [c](http://x.test) [d](/\\evil.test) [e](https://clinic.test@evil.test) [f](/..//evil.test)'
      }
    />,
  )
  expect(container.querySelector('img, a, script')).toBeNull()
  expect(container.textContent).toContain('<img src=x')
})

test.each([
  '[',
  '[[a](',
  '[a](b',
  '](',
  '*',
  '**a',
  '**',
  '#',
  '\n',
  ' \n',
  '\t',
  '- ',
  '1. ',
  '<script>',
  '[a](javascript:x) ',
])('the longest text made only of %j is read quickly and does nothing', (part) => {
  const text = part.repeat(Math.ceil(longestPolicy / part.length)).slice(0, longestPolicy)
  const blocks = Markdown({ text })
  const html = renderToString(<>{blocks.slice(0, 50)}</>)
  // Parsing in more than linear time would outlast the test's time limit.
  expect(html).not.toMatch(/<script|href="javascript/)
})
