import { contrast, grounds, ink, mix, shadeOn } from './brand-shades.ts'
import type { ThemeColours } from './preferences.ts'

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
    accent: read(primary, 3.1),
    anchor: read(mix(primary, ink, 0.3), 4.6),
    grey: read(mix(usualGrey, primary, 0.1), 4.8),
    textLink: read(primary, 4.6),
  }
}
