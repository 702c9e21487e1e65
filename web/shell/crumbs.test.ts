import { expect, test } from 'vitest'
import { crumbsOf } from './crumbs.ts'

const id = '01998878-2800-7dbb-86f4-25ec078a8c42'

test('the dashboard is one crumb without a link', () => {
  expect(crumbsOf('/')).toEqual([{ segment: '', kind: 'dashboard' }])
})

test('every crumb but the last is a link', () => {
  expect(crumbsOf(`/test-records/${id}`)).toEqual([
    { segment: '', kind: 'dashboard', address: '/' },
    { segment: 'test-records', kind: 'tests', address: '/test-records' },
    { segment: id, kind: 'uuid' },
  ])
})

test('a set of tests leads to the algorithms, where sets are listed', () => {
  expect(crumbsOf(`/test-sets/${id}`).map(({ address }) => address)).toEqual(['/', '/testing-algorithms', undefined])
})

test('a segment with an email is shown as it is', () => {
  expect(crumbsOf('/users/ana%40harbour.test').at(-1)).toEqual({ segment: 'ana@harbour.test', kind: 'plain' })
})

test('a trailing slash and an invalid escape do no harm', () => {
  expect(crumbsOf('/test-records/')).toHaveLength(2)
  expect(crumbsOf('/%E0%A4%A').at(-1)?.segment).toBe('%E0%A4%A')
})
