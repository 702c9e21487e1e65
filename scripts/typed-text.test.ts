import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/* What is typed into a form survives what others save meanwhile: each form that changes something stored is a `useEdit`. */

const web = path.join(import.meta.dirname, '..', 'web')
const sources = globSync('**/*.{ts,tsx}', { cwd: web })
  .filter((file) => !/\.test\.tsx?$|^testing\//.test(file))
  .map((file) => ({ file, code: readFileSync(path.join(web, file), 'utf8') }))
const filesWith = (what: RegExp) => sources.filter(({ code }) => what.test(code)).map(({ file }) => file)

/** The forms that change nothing that is stored: with what they do instead, because of which nobody else's change can be lost. */
const otherForms: Record<string, string> = {
  'editing/use-edit.ts': 'is the kit',
  'editing/use-new.ts': 'adds something',
  'users/new-user-form.tsx': 'adds something',
  'invites/invite-form.tsx': 'adds something',
  'webhooks/webhook-form.tsx': 'adds something',
  'api-tokens/api-token-form.tsx': 'adds something',
  'notifications/rule-form.tsx': 'adds a rule, and changes one by `useEdit`',
  'operator/suspension-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'operator/entry-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'outbreaks/close-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-sets/stop-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-records/changing/void-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-records/second-reading/settle-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-records/second-reading/read-again.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-records/running/cancel-run.tsx': 'is an action with a text of its own, which no stored value fills',
  'test-records/running/read-run.tsx': 'keeps what is typed as a draft of the test, and ends it once',
  'notifications/answer-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'notifications/close-form.tsx': 'is an action with a text of its own, which no stored value fills',
  'notifications/mailbox.tsx': 'is an action with a text of its own, which no stored value fills',
  'own-account/email-change.tsx': 'changes what only its user changes',
  'own-account/password-change.tsx': 'changes what only its user changes',
  'own-account/deletion-form.tsx': 'changes what only its user changes',
  'imports/source.tsx': 'has choices alone',
  'imports/typed.ts': 'has choices alone',
  'monthly-reports/codes-form.tsx': 'sends the codes that were typed, and no other',
}

test('every form that changes something stored keeps what was typed: it is a `useEdit`', () => {
  const forms = filesWith(/\buseForm(<[\w ,]*>)?\(/).filter(
    (file) => !file.startsWith('visitors/') && file !== 'ui/use-form.ts',
  )
  // A new form is either made with `useEdit`, or named above with what it does.
  expect(forms.toSorted()).toEqual(Object.keys(otherForms).toSorted())
})

test('a change of a version that was seen is sent by `useEdit`, or has nothing typed to lose', () => {
  const others = {
    'editing/use-edit.ts': 'is the kit',
    'editing/row-changes.ts': 'sends for `useEdit`',
    'tenants/tenant-queries.ts': 'sends for `useEdit`',
    'test-records/changing/queries.ts': 'sends for `useEdit`, and voids',
    'subjects/subject-form.tsx': 'sends for `useEdit`',
    'outbreaks/queries.ts': 'sends for `useEdit`',
    'operator/queries.ts': 'suspends, with a text that stays',
    'subjects/merge-queries.ts': 'merges, with choices that stay',
    'tenants/policy-editor.tsx': 'publishes, with texts that stay',
    'tenants/use-permission-matrix.ts': 'has boxes alone, and compares them',
    'test-records/second-reading/queries.ts': 'settles, with a text that stays',
    'test-records/running/ending.ts': 'ends a test once',
    'imports/columns-form.tsx': 'has choices alone',
    'imports/questions-card.tsx': 'has choices alone',
    'imports/source.tsx': 'has choices alone',
  }
  expect(filesWith(/'If-Match'/).toSorted()).toEqual(Object.keys(others).toSorted())
  const withoutEdit = sources.filter(({ code }) => /\.\.\.useChange\w*\(/.test(code) && !/\buseEdit\b/.test(code))
  expect(withoutEdit.map(({ file }) => file)).toEqual([])
})

test('no form is made anew when a newer version of its row arrives', () => {
  const anew = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/<(\w+)[^<>]*?key=\{[\w.]*\.version\}/g)].map(([, element]) => `${file}: ${element}`),
  )
  // Neither is a form: a message that takes the focus anew, and a version that was published.
  expect(anew.filter((one) => !one.endsWith(': div'))).toEqual(['tenants/published-versions.tsx: Version'])
})

test('for every form that changes something stored, a test lets another save first', () => {
  const tests = globSync('**/*.test.tsx', { cwd: web }).map((file) => ({
    folder: path.dirname(file),
    code: readFileSync(path.join(web, file), 'utf8'),
  }))
  const walked = tests.filter(({ code }) => /'stale-version'|expectTypedToStay/.test(code))
  const nouns = new Set(walked.map(({ folder }) => folder))
  // The panel of every form is tried with that of an organisation.
  nouns.add('organisations')
  const forms = filesWith(/\buse(Tenant)?Edit(<\w+[^(]*>)?\(/).filter((file) => !file.startsWith('editing/'))
  expect(forms.length).toBeGreaterThan(10)
  expect(forms.filter((file) => !nouns.has(path.dirname(file)))).toEqual([])
})
