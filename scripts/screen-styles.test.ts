import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// With such a rule a browser matches all rules anew for the whole page whenever anything of it changes. `usePageMark` is the way.
test('no style for screens depends on what the document has anywhere', () => {
  const sheets = globSync('web/**/*.css').map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  expect(sheets.length).toBeGreaterThan(100)
  const asking = sheets.filter(({ text }) => /(:root|html|body)\S*:has\(/.test(withoutPrint(text)))
  expect(asking.map(({ file }) => file)).toEqual([])
})

function withoutPrint(sheet: string): string {
  return sheet.replaceAll(/^@media print \{[\s\S]*?^\}/gm, '')
}
