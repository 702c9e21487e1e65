import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assessTheme } from './assess-theme.ts'
import { themeFrom } from './theme-from.ts'

const anyColour = fc
  .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
  .map((channels) => `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase())

test('any main colour gives six others that are drawn unchanged', () => {
  fc.assert(
    fc.property(anyColour, (primary) => {
      const theme = themeFrom(primary)
      expect(theme.primary).toBe(primary)
      const assessed = assessTheme(theme)
      for (const name of ['hover', 'secondary', 'accent', 'anchor', 'grey', 'textLink'] as const) {
        expect([name, assessed[name].shown.toUpperCase()]).toEqual([name, theme[name]])
      }
    }),
  )
})

test.each([
  ['#FF0000', '#FFAA00'],
  ['#00FF00', '#00FFAA'],
  ['#0000FF', '#AA00FF'],
])('the accent of %s has the hue of %s', (primary, hue) => {
  const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const order = (colour: string) => {
    const found = channels(colour)
    return [0, 1, 2].toSorted((a, b) => (found[b] ?? 0) - (found[a] ?? 0))
  }
  expect(order(themeFrom(primary).accent)).toEqual(order(hue))
})

test('a grey stays grey', () => {
  expect(themeFrom('#777777').accent).toMatch(/^#(..)\1\1$/)
})
