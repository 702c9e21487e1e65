import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** What reads the content of files that somebody sends. */
const readers = globSync('{contract/imports,server/imports/reading}/*.ts', { cwd: root }).filter(
  (file) => !file.includes('.test.'),
)

/** Files whose expressions see cells alone that were refused above so many characters (`RowCells.text`). */
const shortTexts: Readonly<Record<string, number>> = { 'contract/imports/written-times.ts': 200 }
const longText = 50_000

/** The milliseconds of the processor within which a linear expression is done many times over, and no other with a long text is. */
const mostMs = 250

interface Expression {
  body: string
  flags: string
}

function expressionsIn(file: string): Expression[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest)
  const found: Expression[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      found.push({ body: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The signs that an expression itself names, and usual ones, one by one and in pairs: long runs of these are what is slow. */
function runsFor({ body }: Expression, length: number): string[] {
  const named = [...new Set(body.replaceAll(/\\[A-Za-z]/g, ''))]
  const pairs = named.map((sign, at) => sign + (named[at + 1] ?? ' '))
  const runs = [...new Set([...named, ...pairs, ' ', '\t', '\n', 'a', 'A', '1', '-', '.', '@', '"', '1,', 'a '])]
  return runs.flatMap((run) => {
    const text = run.repeat(length / run.length)
    return [text, `${text}\0`, `${text}!x`]
  })
}

/** The milliseconds of the processor that the slowest of these texts takes. */
function slowestMs(expression: Expression, length: number): number {
  const searched = new RegExp(expression.body, `${expression.flags.replaceAll(/[gy]/g, '')}g`)
  let slowest = 0
  for (const text of runsFor(expression, length)) {
    const before = process.cpuUsage()
    text.replace(searched, '')
    slowest = Math.max(slowest, process.cpuUsage(before).user / 1000)
    if (slowest > mostMs) break
  }
  return slowest
}

test('an expression that looks for an end again and again is found', () => {
  expect(readers.flatMap(expressionsIn).length).toBeGreaterThan(20)
  expect(slowestMs({ body: String.raw`\[(?!h+\])[^\]]*\]`, flags: '' }, longText)).toBeGreaterThan(mostMs)
  expect(slowestMs({ body: String.raw`\s+$`, flags: '' }, longText)).toBeGreaterThan(mostMs)
})

test.for(readers)('expressions on what a file holds are linear: %s', (file) => {
  const slow = expressionsIn(file).filter((expression) => slowestMs(expression, shortTexts[file] ?? longText) > mostMs)
  expect(slow.map(({ body }) => body)).toEqual([])
})
