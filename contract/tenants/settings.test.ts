import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { languageSettings } from './settings.ts'

test('a pattern is checked however many units of UTF-16 its characters have', () => {
  const { postcodeRegex } = languageSettings.shape
  expect(z.safeParse(postcodeRegex, '🏥'.repeat(200)).success).toBe(true)
  expect(z.safeParse(postcodeRegex, `${'🏥'.repeat(200)}(`).success).toBe(false)
})
