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

test.each(['#336699', '#FF0000', '#00FF00', '#FFD000'])(
  'ticks and links have the hue of the main colour %s',
  (primary) => {
    const { accent, textLink } = themeFrom(primary)
    expect([hueOf(accent), hueOf(textLink)]).toEqual([hueOf(primary), hueOf(primary)])
  },
)

test('a main colour that can be read is the accent, too', () => {
  expect(themeFrom('#336699').accent).toBe('#336699')
})

/** The hue of a colour in sixths of the circle, so coarse that rounded channels do not change it. */
function hueOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  const hue =
    most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return Math.round(hue * 5) / 5
}
