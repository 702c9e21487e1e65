import { brandShades, contrast, grounds, luminance, shadeOn } from './brand-shades.ts'
import type { ThemeColours } from './preferences.ts'

/** How a colour of a theme fares on a light page: its contrast with what it meets there, and the shade that is drawn in its place. */
export interface Assessed {
  /** A WCAG 2 contrast ratio, from 1 to 21. */
  ratio: number
  /** The colour itself where it can be read, else the nearest shade that can, as `#rrggbb`. */
  shown: string
}

/** Judges each colour of a theme, for whoever chooses them. */
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
