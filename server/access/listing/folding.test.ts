import { afterAll, beforeAll, expect, it } from 'vitest'
import { marked, wordStarts } from '../../../contract/rules/folding.ts'
import { startTestApp, type TestApp } from '../../../tests/server/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** Matches Unicode's assigned characters without the large uniform blocks (Han, Hangul, Tangut) and private use. */
const character =
  /(?=[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}])[^\p{Unified_Ideograph}\p{Script=Hangul}\p{Script=Tangut}]/u

it('the database folds every character of Unicode as the program does', async () => {
  const all = Array.from({ length: 0x30000 }, (_, i) => String.fromCodePoint(i < 0x20000 ? i : i + 0xc0000))
  const assigned = all.filter((one) => character.test(one))
  // Decomposition by the database fails for letters that are newer than its version of Unicode, so those are skipped.
  const known = await test.query<{ one: string; apart: string }>(
    test.ours,
    'select one, normalize(one, NFKD) as apart from unnest($1::text[]) as one',
    [assigned],
  )
  const characters = known.flatMap(({ one, apart }) => (apart === one.normalize('NFKD') ? [one] : []))
  const lines = Array.from({ length: Math.ceil(characters.length / 50) }, (_, i) =>
    characters.slice(50 * i, 50 * i + 50).join('x'),
  )
  const rows = await test.query<{ line: string; folded: string }>(
    test.ours,
    'select line, search_marked(line) as folded from unnest($1::text[]) as line',
    [lines],
  )
  expect(characters.length).toBeGreaterThan(20_000)
  expect(rows.filter(({ line, folded }) => folded !== marked(line))).toEqual([])
})

it.each([
  "Seán O'Neill",
  'ann.smith+tag@clinic.test',
  'Straße (Nord) – Station 2',
  "L’Étoile d'Or",
  'AB-12/3',
  "'t Hooft",
  'ＡＢＣ ﬁne',
  '가나 다',
])('the database finds the words of %s as the program does', async (text) => {
  const rows = await test.query<{ word: string }>(test.ours, 'select distinct word from words_of($1) as word', [text])
  const words = rows.map(({ word }) => word)
  // Words of an older folding are stored as well, so the database may have more.
  expect(wordStarts(text).filter((word) => !words.includes(word))).toEqual([])
})
