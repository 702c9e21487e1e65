import fc from 'fast-check'
import { expect, test } from 'vitest'
import colours from './colours.css?raw'
import { brandShades, contrast, shadeOn } from '../../contract/tenants/brand-shades.ts'
import type { ThemeColours } from '../../contract/tenants/preferences.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast follows the formula of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

/** Reads the colour tokens of colours.css in one appearance, by name. */
function tokens(appearance: 'light' | 'dark'): (name: string) => string {
  const [, light = '', dark = ''] = colours.split(/\[data-appearance='\w+'\] \{/)
  const block = appearance === 'light' ? light : dark
  return (name) => {
    const value = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(block)?.[1]
    if (value === undefined) throw new Error(`No ${name} when ${appearance}`)
    return value
  }
}

const anyTheme: fc.Arbitrary<ThemeColours> = fc.record({
  primary: anyColour,
  secondary: anyColour,
  hover: anyColour,
  accent: anyColour,
  anchor: anyColour,
  grey: anyColour,
  textLink: anyColour,
})

test.each(['light', 'dark'] as const)('any theme that a tenant chooses is readable (%s)', (appearance) => {
  const colour = tokens(appearance)
  const neutrals = ['surface', 'page', 'surface-sunken'].map(colour)
  fc.assert(
    fc.property(anyTheme, (theme) => {
      const shades = brandShades(theme, appearance)
      const read: [string, string][] = [
        [shades.onFill, shades.fill],
        [shades.onFill, shades.fillHover],
        [shades.text, colour('surface')],
        [shades.text, shades.tint],
        [colour('ink'), shades.tint],
        [colour('ink'), shades.pane],
        ...neutrals.flatMap((ground): [string, string][] => [
          [shades.link, ground],
          [shades.anchor, ground],
          [shades.muted, ground],
        ]),
        [shades.muted, colour('notice-tint')],
      ]
      const seen: [string, string][] = [
        ...neutrals.flatMap((ground): [string, string][] => [
          [shades.ring, ground],
          [shades.accent, ground],
        ]),
        [shades.onPane, shades.pane],
        // On a light page, a light button is recognised by its text.
        ...(appearance === 'dark' ? ([[shades.fill, colour('surface')]] as [string, string][]) : []),
      ]
      expect(read.filter(([text, ground]) => contrast(text, ground) < 4.5)).toEqual([])
      expect(seen.filter(([mark, ground]) => contrast(mark, ground) < 3)).toEqual([])
    }),
  )
})

test.each(['light', 'dark'] as const)(
  'the product’s own colours are readable and distinguishable (%s)',
  (appearance) => {
    const colour = tokens(appearance)
    const readable = [
      ...['ink', 'ink-muted', 'danger'].flatMap((text) =>
        ['page', 'surface', 'surface-sunken'].map((ground) => [text, ground]),
      ),
      ...['positive', 'negative', 'inconclusive', 'invalid', 'danger'].map((text) => [text, `${text}-tint`]),
      ...['positive', 'negative', 'inconclusive', 'invalid'].map((text) => [text, 'surface']),
      ['ink', 'notice-tint'],
      ['ink-muted', 'notice-tint'],
      ['danger', 'notice-tint'],
      ['surface', 'danger-hover'],
      ['on-inverse', 'inverse'],
    ]
    const seen = ['line-strong', 'positive-strong', 'negative-strong', 'invalid-strong'].map((mark) => [
      mark,
      'surface',
    ])
    const tooFaint = [
      ...readable.filter(([a = '', b = '']) => contrast(colour(a), colour(b)) < 4.5),
      ...seen.filter(([a = '', b = '']) => contrast(colour(a), colour(b)) < 3),
    ]
    expect(tooFaint).toEqual([])
  },
)

const theme = (colours: Partial<ThemeColours>): ThemeColours => ({
  primary: '#0f766e',
  secondary: '#134e4a',
  hover: '#115e59',
  accent: '#0d9488',
  anchor: '#0f766e',
  grey: '#64748b',
  textLink: '#0f766e',
  ...colours,
})

test('a colour that passes stays as it is; a yellow keeps its tone and carries dark text', () => {
  expect(shadeOn('#0f766e', '#ffffff', 4.5)).toBe('#0f766e')
  expect(brandShades(theme({ primary: '#ffd400' }))).toMatchObject({ fill: '#ffd400', onFill: '#16202b' })
  expect(brandShades(theme({}))).toMatchObject({ fill: '#0f766e', fillHover: '#115e59', link: '#0f766e' })
})
