/** Colours are `#RRGGBB`. Ratios are WCAG 2 contrast ratios, from 1 to 21. */
type Rgb = readonly [number, number, number]

const white = '#ffffff'
/** The darkest neutral, used for text. */
const ink = '#16202b'

/** The contrast ratio of two colours. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Mixes `share` (0 to 1) of `other` into a colour. */
function mix(colour: string, other: string, share: number): string {
  const to = rgb(other)
  return hex(rgb(colour).map((channel, i) => channel + ((to[i] ?? 0) - channel) * share) as unknown as Rgb)
}

/** The shade of a colour nearest to it that has at least this contrast on a background, towards black or white. */
export function shadeOn(colour: string, background: string, ratio: number): string {
  const towards = luminance(background) > 0.18 ? '#000000' : white
  for (let share = 0; share < 1; share += 0.01) {
    const shade = mix(colour, towards, share)
    if (contrast(shade, background) >= ratio) return shade
  }
  return towards
}

/** What the interface draws with a tenant's primary colour; every pair passes WCAG AA whatever the colour. */
export interface PrimaryShades {
  /** What the main action is filled with. */
  fill: string
  fillHover: string
  /** Text on `fill` and on `fillHover`. */
  onFill: string
  /** The colour as text on white and on `tint`. */
  text: string
  /** Background of what is selected. */
  tint: string
  /** The focus ring, with a contrast of at least 3:1 on white and on the page's grey. */
  ring: string
}

/** Derives the shades of any primary colour. Light colours keep their tone and carry dark text. */
export function primaryShades(primary: string): PrimaryShades {
  const carriesInk = contrast(primary, white) < 3
  const onFill = carriesInk ? ink : white
  const fill = shadeOn(primary, onFill, 4.5)
  const fillHover = carriesInk ? mix(fill, white, 0.18) : mix(fill, '#000000', 0.14)
  const tint = mix(primary, white, 0.92)
  return { fill, fillHover, onFill, text: shadeOn(primary, tint, 4.6), tint, ring: shadeOn(primary, '#eef1f4', 3.1) }
}

function luminance(colour: string): number {
  const [red, green, blue] = rgb(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgb(colour: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb
}

function hex(channels: Rgb): string {
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
