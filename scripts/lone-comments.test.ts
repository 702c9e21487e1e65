import { expect, test } from 'vitest'
import { leaningComments } from './lone-comments.ts'

test.each([
  ['a.ts', '/** Of a patient. */\nconst a = 1', ['a.ts:1: Of a patient.']],
  ['a.ts', '/**\n * The same for\n * groups.\n */\nconst a = 1', ['a.ts:1: The same for groups.']],
  ['a.ts', 'const a = 1 // As above', ['a.ts:1: As above']],
  ['a.ts', 'call(\n  // That of the draft\n  a,\n)', ['a.ts:2: That of the draft']],
  ['a.ts', 'const a = `${b /* Of b */}`', ['a.ts:1: Of b']],
  ['a.ts', 'const a = 1 // as it is\n// Of another', ['a.ts:2: Of another']],
  ['a.tsx', 'const a = (\n  <p>\n    {/* Of the page */}\n    <b />\n  </p>\n)', ['a.tsx:3: Of the page']],
  ['a.tsx', 'const a = <p /> // As drawn', ['a.tsx:1: As drawn']],
  ['a.css', 'p {\n  /* As wide as its text. */\n  width: 1px;\n}', ['a.css:2: As wide as its text.']],
  ['a.sql', "select '--';\n-- Of each tenant.\nselect 1", ['a.sql:2: Of each tenant.']],
])('refuses a comment in %s that leans on its neighbours: %j', (file, text, faults) => {
  expect(leaningComments(file, text)).toEqual(faults)
})

test.each([
  ['a.ts', '/** Keeps the identity\n * of a patient.\n * As of 2026. */\nconst a = 1'],
  ['a.ts', '// Offers a result.\n// As many as fit are shown.\nconst a = 1'],
  ['a.ts', "const a = '// Of a text'\nconst b = `/* As it is */`\nconst c = /\\/\\/ Of [*] Of /"],
  ['a.tsx', 'const a = <p>// Of a text</p>'],
  ['a.tsx', 'const a = <p>{b}/* As it is */</p>'],
  ['a.css', "p::before {\n  content: '/* Of */';\n}"],
  ['a.sql', "select 'it''s -- Of', \"/* As */\";\n-- Keeps the rows\n-- Of one tenant."],
])('takes the comments in %s: %j', (file, text) => {
  expect(leaningComments(file, text)).toEqual([])
})
