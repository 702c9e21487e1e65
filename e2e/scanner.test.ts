import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { pauseBetweenScans, pauseToRead, pressAlone } from './steps/keyboard.ts'
import {
  choosePlace,
  chooseSubject,
  forgetDraft,
  heading,
  lookupHeading,
  openMoreDetails,
  openRecording,
} from './steps/record-test.ts'

const gtin = '09520000000011'

journey('a scanner works wherever the focus is, and types into nothing', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const { page, t } = nurse
  await openRecording(nurse)
  await choosePlace(nurse)

  // The scan comes during the lookup.
  await lookupHeading(nurse).waitFor()
  const search = page
    .getByRole('combobox')
    .or(page.getByLabel(t('fields:email')))
    .first()
  await search.focus()
  await scan(nurse, ']d2', `01${gtin}17400131`, '10SEARCH1', 'Enter')
  await page.getByText(/lot SEARCH1/).waitFor()
  expect(await search.inputValue()).toBe('')
  await chooseSubject(nurse, { email: 'scanner@journey.test' })
  await heading(nurse, 'recording:test.title').waitFor()
  await openMoreDetails(nurse)
  const lot = page.getByLabel(t('fields:lot'), { exact: false }).and(page.locator('input[name="lot"]'))
  const note = page.locator('textarea[name="note"]')
  expect(await lot.inputValue()).toBe('SEARCH1')

  const places = [
    ['the lot', () => lot.focus()],
    ['the lot again', () => lot.focus()],
    ['the note', () => note.focus()],
    ['a select', () => page.locator('select').first().focus()],
    ['a result', () => page.getByRole('radio').first().focus()],
    ['a button', () => page.getByRole('button', { name: t('recording:continue') }).focus()],
    ['nothing', () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())],
  ] as const
  await note.fill('Seen by two')
  for (const [at, [place, focus]] of places.entries()) {
    for (const [mark, end] of [
      [']C1', 'Enter'],
      ['', 'Tab'],
    ] as const) {
      const name = `L${at}${end.toUpperCase()}`
      await focus()
      await scan(nurse, mark, `01${gtin}10${name}`, '17400131', end)
      await expect.poll(() => lot.inputValue(), { message: `${place}, ${end}` }).toBe(name)
      expect(await note.inputValue(), place).toBe('Seen by two')
      await heading(nurse, 'recording:test.title').waitFor()
      expect(new URL(page.url()).searchParams.get('step')).toBe('test')
      expect(await page.getByRole('radio', { checked: true }).count(), `${place}, ${end}`).toBe(0)
      await pauseBetweenScans(page)
    }
  }

  // A dialog is open.
  await page
    .getByRole('link', { name: t('shell:page.testRecords'), exact: true })
    .first()
    .click()
  await page.getByRole('button', { name: t('recording:leave.stay') }).waitFor()
  await scan(nurse, ']d2', `01${gtin}17400131`, '10DIALOG1', 'Enter')
  // The Enter key of the scan presses no button: the dialog is still open when the code has been filled in.
  await expect.poll(() => lot.inputValue()).toBe('DIALOG1')
  await page.getByRole('button', { name: t('recording:leave.stay') }).click()
  expect(new URL(page.url()).pathname).toBe('/create-test')
  await page.getByRole('button', { name: t('recording:back') }).focus()
  await forgetDraft(nurse)
})

journey(
  'a slow scanner chooses no result and saves none, on a slow page too, and one key of a person does',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t } = nurse
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email: 'slow.scanner@journey.test' })
    await heading(nurse, 'recording:test.title').waitFor()
    const chosen = page.getByRole('radio', { checked: true })
    const proceed = page.getByRole('button', { name: t('recording:continue') })
    const places = [
      () => page.getByRole('radio').first().focus(),
      () => proceed.focus(),
      () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur()),
    ]
    const scanEverywhere = async (badges: string[], everyEnd: string[][]) => {
      for (const focus of places) {
        for (const badge of badges) {
          for (const ends of everyEnd) {
            await focus()
            await scanSlowly(nurse, [...badge, ...ends], 60)
            await pauseBetweenScans(page)
            expect(await chosen.count(), `${badge} ${ends.join(' ')}`).toBe(0)
            expect(new URL(page.url()).searchParams.get('step')).toBe('test')
          }
        }
      }
    }
    await scanEverywhere(['31241238', 'HAR-0042'], [['Enter'], ['Enter', 'ArrowDown']])
    // From here on each key keeps the page busy for longer than a scanner pauses, so that the others wait.
    await page.evaluate(() => {
      window.addEventListener('keydown', () => {
        const until = performance.now() + 300
        while (performance.now() < until);
      })
    })
    await scanEverywhere(['31241'], [[], ['Enter', 'ArrowDown']])

    await places[0]?.()
    await pressAlone(page, '2')
    await page.getByRole('radio', { name: t('results:negative'), checked: true }).waitFor()
    await proceed.click()
    await heading(nurse, 'recording:review.title').waitFor()
    await pauseToRead(page)
    for (const ends of [['Enter'], ['Enter', 'ArrowDown']]) {
      await scanSlowly(nurse, [...'31241238', ...ends], 60)
      await pauseBetweenScans(page)
      await heading(nurse, 'recording:review.title').waitFor()
    }
    await forgetDraft(nurse)
  },
)

journey('a kit that is scanned before a place is chosen gets advice, and chooses nothing', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = nurse
  await openRecording(nurse)
  await heading(nurse, 'recording:place.title').waitFor()
  await scan(nurse, ']d2', `01${gtin}17400131`, '10PLACE1', 'Enter')
  await page
    .getByText(/lot PLACE1/)
    .or(page.getByText(t('kitScan:refused.noPlace')))
    .waitFor()
  await heading(nurse, 'recording:place.title').waitFor()
  await forgetDraft(nurse)
})

/**
 * Types as a scanner does: a mark, two parts with the separator between them as Ctrl and ], and the key behind the code. All keys
 * are sent before the first is answered, so that they follow each other as fast as a scanner's on a busy machine, too.
 */
async function scan({ context, page }: Visit, mark: string, first: string, second: string, end: 'Enter' | 'Tab') {
  const keyboard = await context.newCDPSession(page)
  const control = { key: 'Control', code: 'ControlLeft', windowsVirtualKeyCode: 17 }
  const bracket = { key: ']', code: 'BracketRight', windowsVirtualKeyCode: 221, modifiers: 2 }
  const ends = { Enter: { windowsVirtualKeyCode: 13, text: '\r' }, Tab: { windowsVirtualKeyCode: 9 } }
  const typed = (text: string) => [...text].map((key) => ({ key, text: key }))
  const keys = [...typed(mark + first), control, bracket, ...typed(second), { key: end, code: end, ...ends[end] }]
  await Promise.all(
    keys.flatMap((key) =>
      (['keyDown', 'keyUp'] as const).map((type) => keyboard.send('Input.dispatchKeyEvent', { ...key, type })),
    ),
  )
  await keyboard.detach()
}

const named: Record<string, object> = {
  Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { code: 'Tab', windowsVirtualKeyCode: 9 },
  ArrowDown: { code: 'ArrowDown', windowsVirtualKeyCode: 40 },
}

/** Types as a slow scanner does, with so many milliseconds between the times of two keys, however long this machine takes for them. */
async function scanSlowly({ context, page }: Visit, keys: readonly string[], pace: number) {
  const keyboard = await context.newCDPSession(page)
  const begun = Date.now()
  for (const [at, key] of keys.entries()) {
    for (const type of ['keyDown', 'keyUp'] as const) {
      const timestamp = (begun + at * pace) / 1000
      await keyboard.send('Input.dispatchKeyEvent', { key, ...(named[key] ?? { text: key }), type, timestamp })
    }
    await page.waitForTimeout(pace)
  }
  await keyboard.detach()
}
