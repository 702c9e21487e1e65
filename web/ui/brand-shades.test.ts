import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, primaryShades, shadeOn } from './brand-shades.ts'

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

test('whatever a tenant chooses, text and focus can be seen', () => {
  fc.assert(
    fc.property(anyColour, (primary) => {
      const shades = primaryShades(primary)
      expect(contrast(shades.onFill, shades.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.onFill, shades.fillHover)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.text, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.text, shades.tint)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(shades.ring, '#ffffff')).toBeGreaterThanOrEqual(3)
      expect(contrast(shades.ring, '#eef1f4')).toBeGreaterThanOrEqual(3)
    }),
  )
})

test('a colour that passes stays as it is; a yellow keeps its tone and carries dark text', () => {
  expect(shadeOn('#0f766e', '#ffffff', 4.5)).toBe('#0f766e')
  expect(primaryShades('#ffd400')).toMatchObject({ fill: '#ffd400', onFill: '#16202b' })
})
