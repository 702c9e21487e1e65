import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { rooms } from './architecture-rules.ts'

/** Beginnings of comments that only make sense beside their neighbours. */
const leaningStarts = ['Of', 'The same', 'As', 'That of']

const leaning = new RegExp(String.raw`^(?:${leaningStarts.join('|')})\s`)

/** Matches whatever may be such a comment, so that few files need to be parsed. */
const mayLean = new RegExp(String.raw`(?:\*|//|--)\s*(?:${leaningStarts.join('|')})\s`)

type Range = readonly [start: number, end: number]

/** Lists the comments of a file that lean on what stands around them, as 'file:line: the comment'. */
export function leaningComments(file: string, text: string): string[] {
  if (!mayLean.test(text)) return []
  const ranges = /\.(?:tsx?|js)$/.test(file) ? rangesInCode(file, text) : rangesIn(text, path.extname(file))
  return ranges
    .filter((range, at) => !continues(text, ranges[at - 1], range))
    .map(([start, end]) => ({ start, words: wordsOf(text.slice(start, end)) }))
    .filter(({ words }) => leaning.test(words))
    .map(({ start, words }) => `${file}:${text.slice(0, start).split('\n').length}: ${words.slice(0, 90)}`)
}

/** Finds comments with TypeScript's parser, which tells them from strings, patterns and the text of elements. */
function rangesInCode(file: string, text: string): Range[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found = new Map<number, number>()
  const shown: Range[] = []
  const keep = (ranges: ts.CommentRange[] = []) => ranges.forEach(({ pos, end }) => found.set(pos, end))
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return void shown.push([node.pos, node.end])
    if (ts.isJSDoc(node)) return
    const parts = node.getChildren(source)
    if (parts.length === 0) {
      keep(ts.getLeadingCommentRanges(text, node.pos))
      keep(ts.getTrailingCommentRanges(text, node.end))
    }
    parts.forEach(visit)
  }
  visit(source)
  return [...found]
    .filter(([start]) => !shown.some(([from, to]) => start >= from && start < to))
    .toSorted(([one], [other]) => one - other)
}

/** Finds comments in CSS or SQL by their tokens, so that a comment's mark inside a string does not count. */
function rangesIn(text: string, extension: string): Range[] {
  const tokens =
    extension === '.css'
      ? /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\*[^]*?\*\//g
      : /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[^]*?\*\//g
  return [...text.matchAll(tokens)]
    .filter(([token]) => /^(?:\/\*|--)/.test(token))
    .map(({ 0: token, index }): Range => [index, index + token.length])
}

/** Lines that begin with `//` or `--` and follow each other are one comment, whose later lines may begin with any word. */
function continues(text: string, before: Range | undefined, [start]: Range): boolean {
  if (before === undefined) return false
  const isLine = !text.startsWith('/*', start) && !text.startsWith('/*', before[0])
  const stoodAlone = text.slice(text.lastIndexOf('\n', before[0]) + 1, before[0]).trim() === ''
  return isLine && stoodAlone && /^\r?\n[ \t]*$/.test(text.slice(before[1], start))
}

function wordsOf(comment: string): string {
  return comment
    .replaceAll(/^(?:\/\*+|\/\/|--)|\*+\/$/g, '')
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..')
  const files = globSync(['*.{ts,js}', `{${rooms.join(',')}}/**/*.{ts,tsx,js,css,sql}`], { cwd: root })
  if (files.length === 0) throw new Error('The check of comments found no file.')
  const faults = files.flatMap((file) => leaningComments(file, readFileSync(path.join(root, file), 'utf8')))
  for (const each of faults.toSorted()) process.stderr.write(`${each}\n`)
  process.stdout.write(`${files.length} files, ${faults.length} comments that do not stand alone\n`)
  process.exitCode = faults.length > 0 ? 1 : 0
}
