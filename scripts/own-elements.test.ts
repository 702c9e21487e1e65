import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedTexts } from './own-elements.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'own-elements-'))
})
afterEach(() => rm(root, { recursive: true }))

/** The part of React's types that determines which expressions are text. */
const types = `
  declare namespace JSX {
    interface Element { type: string }
    interface ElementChildrenAttribute { children: {} }
    interface IntrinsicElements { [name: string]: { children?: ReactNode; title?: string; label?: ReactNode } }
  }
  type ReactNode = JSX.Element | string | number | boolean | null | undefined | Iterable<ReactNode>
  interface ProviderExoticComponent { (props: { children?: ReactNode; fallback?: ReactNode }): JSX.Element }
  declare const Waiting: ProviderExoticComponent
  declare const t: (key: string) => string
  declare const [isOpen, count, names, node]: [boolean, number, string[], ReactNode]
  declare function Box(props: { children?: ReactNode; label?: ReactNode }): JSX.Element
`

/** The faults in a component that returns this expression. */
async function faultsOf(answer: string): Promise<string[]> {
  const options = { jsx: 'preserve', strict: true, target: 'es2024', lib: ['es2024'], types: [] }
  await writeFile(path.join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['.'] }))
  await writeFile(path.join(root, 'types.d.ts'), types)
  await writeFile(path.join(root, 'page.tsx'), `function Page() { return ${answer} }`)
  return sharedTexts(path.join(root, 'tsconfig.json')).map((fault) => fault.replace(/^.*page\.tsx:\d+: /, ''))
}

test.each([
  ["<p>{isOpen && <b />}{t('text')}</p>", ["a text beside something else: {t('text')}"]],
  ['<p>Words <b /></p>', ['a text beside something else: Words']],
  ['<p>{count} of 3</p>', ['a text beside something else: {count}', 'a text beside something else: of 3']],
  ["<p><b />{' '}<b /></p>", ["a text beside something else: {' '}"]],
  ['<p><b />{isOpen ? <b /> : count}</p>', ['a text beside something else: {isOpen ? <b /> : count}']],
  ['<p><b />{node}</p>', ['a text beside something else: {node}']],
  ['<Box><b />{node}</Box>', ['a text beside something else: {node}']],
  ['<>{count}</>', ['a text without an element of its own: {count}']],
  ['<Waiting>words</Waiting>', ['a text without an element of its own: words']],
  ["<Waiting fallback={t('wait')}><b /></Waiting>", ["a text without an element of its own: fallback={t('wait')}"]],
  ['<p>{names}</p>', ['a list of texts: {names}']],
  ['<Box label={names} />', ['a list of texts: {names}']],
  [
    "isOpen ? <p /> : 'closed'",
    ["a component that may be a bare text: function Page() { return isOpen ? <p /> : 'closed' }"],
  ],
])('refuses %s', async (answer, faults) => {
  expect(await faultsOf(answer)).toEqual(faults)
})

test.each([
  "<p>{isOpen ? t('open') : t('closed')}</p>",
  '<p>{isOpen ? <b /> : count}</p>',
  "<p>{isOpen && t('open')}</p>",
  '<p>{`${count} of 3`}</p>',
  "<p title={t('title')}>{isOpen && <b />}<span>{t('text')}</span></p>",
  '<p>\n  <b />\n  {/* said of what follows */}\n  {names.map((name) => <b>{name}</b>)}\n</p>',
  '<Box label={node}>{node}</Box>',
])('accepts %s', async (answer) => {
  expect(await faultsOf(answer)).toEqual([])
})
