import type { ThemeColours } from './preferences.ts'

/** Colours are `#RRGGBB`. Ratios are WCAG 2 contrast ratios, from 1 to 21. */
type Rgb = readonly [number, number, number]

const white = '#ffffff'
/** The darkest neutral, used for text. */
export const ink = '#16202b'

export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0 to 1) of `other` into a colour. */
export function mix(colour: string, other: string, share: number): string {
  const to = rgb(other)
  return hex(rgb(colour).map((channel, i) => channel + ((to[i] ?? 0) - channel) * share) as unknown as Rgb)
}

/** The nearest shade of a colour, towards black or white, with at least this contrast on a background. */
export function shadeOn(colour: string, background: string, ratio: number): string {
  const towards = luminance(background) > 0.18 ? '#000000' : white
  for (let share = 0; share < 1; share += 0.01) {
    const shade = mix(colour, towards, share)
    if (contrast(shade, background) >= ratio) return shade
  }
  return towards
}

/** The appearance of the interface: dark on light, or light on dark. */
export const appearances = ['light', 'dark'] as const
export type Appearance = (typeof appearances)[number]

/**
 * The backgrounds of a tenant's colours, as in the web app's `colours.css`: cards, and the neutral that is nearest to a
 * shade on them.
 */
export const grounds = {
  light: { surface: white, sunken: '#eef1f4', tintShare: 0.92 },
  dark: { surface: '#161c23', sunken: '#202832', tintShare: 0.84 },
} as const satisfies Record<Appearance, { surface: string; sunken: string; tintShare: number }>

/** The colours that the interface derives from a tenant's seven; every pair passes WCAG AA whatever the seven are. */
export interface BrandShades {
  /** The background of the main action: the primary colour. Text on it is `onFill`. */
  fill: string
  /** The background of the main action under the pointer: the hover colour. */
  fillHover: string
  onFill: string
  /** The primary colour as text on cards and on `tint`. */
  text: string
  /** The background of selected items. */
  tint: string
  /** The focus ring: the primary colour, with a contrast of at least 3:1 on every neutral. */
  ring: string
  /** Checkmarks and progress: the accent colour. */
  accent: string
  /** Links in a text: the colour of text links. */
  link: string
  /** Navigational links, such as breadcrumbs: the anchor colour. */
  anchor: string
  /** Secondary text: the grey. */
  muted: string
  /** The pane of the brand beside the login, and its content: the secondary colour. */
  pane: string
  onPane: string
}

/**
 * Derives the shades of any theme. Light colours keep their tone and carry dark text; on a dark page, dark ones are
 * lightened.
 */
export function brandShades(theme: ThemeColours, appearance: Appearance = 'light'): BrandShades {
  const { surface, sunken, tintShare } = grounds[appearance]
  const isDark = appearance === 'dark'
  const seen = isDark ? shadeOn(theme.primary, surface, 3) : theme.primary
  const carriesInk = contrast(seen, white) < (isDark ? 4.5 : 3)
  const onFill = carriesInk ? ink : white
  const fill = shadeOn(seen, onFill, 4.5)
  const hover = shadeOn(theme.hover, onFill, 4.5)
  const tint = mix(theme.primary, surface, tintShare)
  const pane = mix(theme.secondary, surface, tintShare)
  // The background with the lower contrast: in the dark appearance the lighter one.
  const harder = (ground: string) => (luminance(ground) > luminance(surface) === isDark ? ground : surface)
  return {
    fill,
    // If the hover colour is too close to the fill, a darker or lighter shade makes the change visible.
    fillHover: contrast(hover, fill) < 1.08 ? mix(fill, carriesInk ? white : '#000000', 0.16) : hover,
    onFill,
    text: shadeOn(theme.primary, harder(tint), 4.6),
    tint,
    ring: shadeOn(theme.primary, sunken, 3.1),
    accent: shadeOn(theme.accent, sunken, 3.1),
    link: shadeOn(theme.textLink, sunken, 4.6),
    anchor: shadeOn(theme.anchor, sunken, 4.6),
    muted: shadeOn(theme.grey, sunken, 4.8),
    pane,
    onPane: shadeOn(theme.secondary, harder(pane), 3.1),
  }
}

/** The relative luminance of WCAG 2, from 0 (black) to 1 (white). */
export function luminance(colour: string): number {
  const [red, green, blue] = rgb(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The channels of a colour, from 0 to 255. */
export function rgb(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
}

export function hex(channels: Rgb): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
