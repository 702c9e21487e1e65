import { contrast, grounds, ink, mix, rgb, hex, shadeOn } from './brand-shades.ts'
import type { ThemeColours } from './preferences.ts'

/**
 * The angle between the hues of the main colour and the accent, in degrees: close enough to harmonise, and not equal.
 */
const accentTurn = 40
/** The default grey, which is tinted with a little of the main colour. */
const usualGrey = '#56657A'

/**
 * Derives the seven colours of a theme from its main one, `#RRGGBB`, which is kept. The others are readable everywhere
 * on a light page, so that none of them is drawn in another shade than the chosen one.
 */
export function themeFrom(primary: string): ThemeColours {
  const { surface, sunken } = grounds.light
  const carriesInk = contrast(primary, surface) < 3
  const read = (colour: string, ratio: number) => shadeOn(colour, sunken, ratio).toUpperCase()
  return {
    primary: primary.toUpperCase(),
    hover: shadeOn(mix(primary, carriesInk ? surface : '#000000', 0.16), carriesInk ? ink : surface, 4.5).toUpperCase(),
    secondary: read(mix(primary, ink, 0.45), 3.6),
    accent: read(turned(primary, accentTurn), 3.1),
    anchor: read(mix(primary, ink, 0.3), 4.6),
    grey: read(mix(usualGrey, primary, 0.1), 4.8),
    textLink: read(primary, 4.6),
  }
}

/** Rotates the hue of a colour by a number of degrees, with equal lightness and saturation. */
function turned(colour: string, degrees: number): string {
  const channels = rgb(colour)
  const [most, least] = [Math.max(...channels), Math.min(...channels)]
  const range = most - least
  if (range === 0) return colour
  const [red, green, blue] = channels
  const sextant =
    most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4
  // Each channel rises, stays, falls and stays, a third of the circle after the previous one.
  const channel = (offset: number) => {
    const place = (((sextant + degrees / 60 + offset) % 6) + 6) % 6
    return least + range * Math.max(0, Math.min(1, place, 4 - place))
  }
  return hex([channel(2), channel(0), channel(4)])
}
