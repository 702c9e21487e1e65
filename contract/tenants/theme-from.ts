import { contrast, grounds, ink, mix, rgb, hex, shadeOn } from './brand-shades.ts'
import type { ThemeColours } from './preferences.ts'

/** How far around the circle of hues the accent is from the main colour, in degrees: near enough to go with it, and not the same. */
const accentTurn = 40
/** The grey of every tenant that has chosen none, which takes on a little of its colour. */
const usualGrey = '#56657A'

/**
 * The seven colours of a theme from its main one, `#RRGGBB`, which stays as it is. The others can be read wherever they are drawn
 * on a light page, so that nothing is drawn in another shade than the one that was chosen.
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

/** A colour of the same brightness and strength, so many degrees further around the circle of hues. */
function turned(colour: string, degrees: number): string {
  const channels = rgb(colour)
  const [most, least] = [Math.max(...channels), Math.min(...channels)]
  const range = most - least
  if (range === 0) return colour
  const [red, green, blue] = channels
  const sextant =
    most === red ? (green - blue) / range : most === green ? (blue - red) / range + 2 : (red - green) / range + 4
  // Each channel rises, stays, falls and stays, a third of the circle after the one before.
  const channel = (offset: number) => {
    const place = (((sextant + degrees / 60 + offset) % 6) + 6) % 6
    return least + range * Math.max(0, Math.min(1, place, 4 - place))
  }
  return hex([channel(2), channel(0), channel(4)])
}
