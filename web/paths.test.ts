import { expect, test } from 'vitest'
import { loginAddress, safeRedirect } from './paths.ts'

test('login remembers the path that was wanted', () => {
  expect(loginAddress('/test-records?range=today')).toBe('/login?redirect=%2Ftest-records%3Frange%3Dtoday')
  expect(loginAddress('/')).toBe('/login')
})

test.each([
  'https://evil.test/',
  '//evil.test/x',
  '/\\evil.test',
  '/\\/evil.test',
  '/\t/evil.test',
  '/\u00ad/evil.test',
  'javascript:alert(1)',
  '',
  '/login?redirect=/login',
  '/..//evil.test',
])('%s leads to the dashboard after login', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/')
})

test('a path of this site stays whole', () => {
  expect(safeRedirect('/test-records?range=today#x')).toBe('/test-records?range=today#x')
  expect(safeRedirect(null)).toBe('/')
})
