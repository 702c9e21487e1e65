import { brandShades, contrast, grounds, luminance, shadeOn } from './brand-shades.ts'
import type { ThemeColours } from './preferences.ts'

/**
 * The quality of a theme's colour on a light page: its contrast with its surroundings, and the shade that is drawn
 * instead.
 */
export interface Assessed {
  /** A WCAG 2 contrast ratio, from 1 to 21. */
  ratio: number
  /** The colour itself if it is readable, else the nearest shade that is, as `#rrggbb`. */
  shown: string
}

/** Assesses each colour of a theme, for the person who chooses them. */
export function assessTheme(theme: ThemeColours): Record<keyof ThemeColours, Assessed> {
  const { onFill, pane } = brandShades(theme)
  const { surface, sunken } = grounds.light
  const judge = (name: keyof ThemeColours, ground: string, least: number): Assessed => ({
    ratio: contrast(theme[name], ground),
    shown: shadeOn(theme[name], ground, least),
  })
  const paneGround = luminance(pane) < luminance(surface) ? pane : surface
  return {
    primary: judge('primary', onFill, 4.5),
    hover: judge('hover', onFill, 4.5),
    secondary: judge('secondary', paneGround, 3.1),
    accent: judge('accent', sunken, 3.1),
    textLink: judge('textLink', sunken, 4.6),
    anchor: judge('anchor', sunken, 4.6),
    grey: judge('grey', sunken, 4.8),
  }
}
