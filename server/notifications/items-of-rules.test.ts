import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Notification } from '../../contract/notifications/items.ts'
import type { NotificationRule } from '../../contract/notifications/rules.ts'
import { results, type Result } from '../../contract/rules/results.ts'
import type { Client } from '../../tests/server/client.ts'
import { notified, startNotified } from '../../tests/server/notified.ts'
import { removeNotifications } from '../../tests/server/remove-notifications.ts'
import { addSubject, merge, undo } from '../../tests/server/subjects.ts'
import type { TestApp } from '../../tests/server/test-app.ts'
import { aRule } from '../../tests/walks/nouns/notifications.ts'

let test: TestApp
let admin: Client

const { home, follow, makeRule, changeRule, record, versionOf, correct, voidIt, itemsOf, send } = notified(
  () => test,
  () => admin,
)

startNotified((started) => {
  ;({ test, admin } = started)
})

/** What a record said from a time on. Undoing a merge counts its version on and changes nothing that it says. */
interface Said {
  version: number
  result: Result
  isVoided: boolean
}

const number = fc.nat({ max: 9 })
/** What follows, sends and corrects is frequent, because only what was told can be corrected or removed. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('record' as const), result: fc.constantFrom(...results) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('correct' as const), record: number, result: fc.constantFrom(...results) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), record: number }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), record: number }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('follow' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rule' as const),
      results: fc.uniqueArray(fc.constantFrom(...results), { minLength: 1 }),
      // A rule that is off asks for nothing, so most are on.
      isOn: fc.nat({ max: 4 }).map((one) => one > 0),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

it(
  'each record version has exactly the items that the rules in force at its time say',
  { timeout: 600_000 },
  async () => {
    const done = { items: 0, removals: 0, corrections: 0, closed: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
        await follow()
        await expectItems(
          [{ do: 'rule', results: ['positive', 'inconclusive'], isOn: true }, ...steps, { do: 'follow' }],
          done,
        )
      }),
      { numRuns: 20, seed: 20261127, endOnFailure: true },
    )
    // The sequences had something of everything.
    expect(
      Object.values(done).every((count) => count > 3),
      JSON.stringify(done),
    ).toBe(true)
  },
)

/** Merges the second person into the first, or undoes that. */
async function mergeOrUndo(
  [into, from]: readonly [string, string],
  merged: { id: string; subjectId: string } | undefined,
): Promise<{ id: string; subjectId: string } | undefined> {
  const reply = merged === undefined ? await merge(admin, { from, into }) : await undo(admin, merged)
  expect(reply.statusCode, reply.body).toBe(200)
  return merged === undefined ? reply.json().data : undefined
}

/** An expected item of a record, made from the words of the rules and not from the code. */
interface Expected {
  version: number
  kind: Notification['kind']
  state: 'open' | 'sent' | 'superseded'
  refersTo: number | null
}

async function expectItems(steps: readonly Step[], done: Record<string, number>): Promise<void> {
  await removeNotifications(test, test.ours)
  let rule: NotificationRule | undefined
  let ruleNow: { results: readonly Result[]; isOn: boolean } = { results: [], isOn: false }
  const people = [await addSubject(admin, home()), await addSubject(admin, home())] as const
  let merged: { id: string; subjectId: string } | undefined
  const records = new Map<string, { said: Said[]; waiting: (() => void)[]; items: Expected[] }>()
  const pick = (index: number) => [...records][index % Math.max(records.size, 1)]

  /** Says what becomes of a new version when the chain is followed, with the rule of this moment. */
  const expectVersion = (id: string, said: Said) => {
    const expected = records.get(id) ?? { said: [], waiting: [], items: [] }
    records.set(id, expected)
    expected.said.push(said)
    const { version } = said
    const { results: asked, isOn } = ruleNow
    expected.waiting.push(() => {
      const { items } = expected
      if (items.length === 0 && !isOn) return
      const isAsked = !said.isVoided && asked.includes(said.result)
      const told = items.findLast(({ state }) => state === 'sent')
      const held = told !== undefined && told.kind !== 'removal' ? told.version : null
      for (const item of items) {
        if (item.state === 'open') {
          item.state = 'superseded'
          done['closed'] = (done['closed'] ?? 0) + 1
        }
      }
      if (!isAsked && held === null) return
      const kind = !isAsked ? 'removal' : held === null ? 'first' : 'correction'
      items.push({ version, kind, state: 'open', refersTo: held })
      done['items'] = (done['items'] ?? 0) + 1
      if (kind === 'removal') done['removals'] = (done['removals'] ?? 0) + 1
      if (kind === 'correction') done['corrections'] = (done['corrections'] ?? 0) + 1
    })
  }

  for (const next of steps) {
    if (next.do === 'rule') {
      const form = { ...aRule('The rule'), results: next.results, isOn: next.isOn }
      rule = rule === undefined ? await makeRule(form) : await changeRule(rule, form)
      ruleNow = { results: next.results, isOn: next.isOn }
    } else if (next.do === 'record') {
      expectVersion(await record(next.result, merged === undefined ? people[1] : people[0]), {
        version: 1,
        result: next.result,
        isVoided: false,
      })
    } else if (next.do === 'follow') {
      await follow()
      for (const expected of records.values()) for (const happen of expected.waiting.splice(0)) happen()
    } else if (next.do === 'merge') {
      merged = await mergeOrUndo(people, merged)
    } else {
      const picked = pick(next.record)
      if (picked === undefined) continue
      const [id, expected] = picked
      const last = expected.said.at(-1)
      if (next.do === 'send') {
        await send(id)
        for (const item of expected.items) if (item.state === 'open') item.state = 'sent'
      } else if (next.do === 'void') {
        if ((await voidIt(id)) !== 200) continue
        expectVersion(id, { version: await versionOf(id), result: last?.result ?? 'invalid', isVoided: true })
      } else if (last?.isVoided !== true && last?.result !== next.result) {
        await correct(id, next.result)
        expectVersion(id, { version: await versionOf(id), result: next.result, isVoided: false })
      }
    }
  }

  for (const [id, { items }] of records) {
    const found = await itemsOf(id)
    const versions = new Map(found.map((item) => [item.id, item.record.version]))
    const shown = found.map(({ record: { version }, kind, state, refersTo }) => ({
      version,
      kind,
      state: state === 'ready' ? 'open' : state,
      refersTo: refersTo === null ? null : versions.get(refersTo),
    }))
    expect(shown).toEqual(items)
  }
}
