import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { allowCamera, kitInSight, refuseCamera } from './stage/camera-picture.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { expectFocus, pressAlone, pressEnterOnceFocused, tabTo, pauseToRead } from './steps/keyboard.ts'
import {
  choosePlace,
  chooseSubject,
  enterResults,
  heading,
  openMoreDetails,
  openRecording,
  proceed,
  recordTest,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'
import { storeTest } from './steps/store-test.ts'

/** The most interactions for the second test of a round; typing a text into a field counts as one. */
const mostInteractions = 5

journey('a round of three tests can be done by keyboard alone, with few keys for each', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'provider' })
  const { page, t } = nurse
  const [first, second, third] = ['round.1@journey.test', 'round.2@journey.test', 'round.3@journey.test'] as const
  // The subjects are known from now on, and so is the place.
  for (const email of [second, third]) await storeTest(nurse, { email, results: ['negative'] })
  await recordTest(nurse, { email: first, results: ['negative'] })

  await nurse.go('/test-records')
  const keys = counting(nurse)
  await startFromList(nurse, keys)
  await finishByKeys(nurse, keys, first)
  expect(keys.count(), 'for the first').toBeLessThanOrEqual(mostInteractions + 1)

  await tabTo(page, page.getByRole('link', { name: t('recording:saved.list') }))
  await page.keyboard.press('Enter')
  await heading(nurse, 'testRecords:title').waitFor()
  keys.reset()
  await startFromList(nurse, keys)
  // An Enter within 0.7 s of the screen is taken for one too many at Save; who is next can be typed at once.
  await pressEnterOnceFocused(page, t('recording:saved.next'))
  await finishByKeys(nurse, keys, second)
  expect(keys.count(), 'from the list to saved').toBeLessThanOrEqual(mostInteractions + 1)

  const next = page.getByLabel(t('recording:saved.next'))
  await expectFocus(next)
  keys.reset()
  await finishByKeys(nurse, keys, third, next)
  expect(keys.count(), 'from saved to saved').toBeLessThanOrEqual(mostInteractions)
})

journey('in a round of animals each saved test leads to the next by the animal’s identifiers', async ({ visit }) => {
  const vet = await visit({ tenant: 'meadow', as: 'provider' })
  const { page, t } = vet
  const next = (id: string) => page.getByLabel(t('recording:saved.nextId', { id }))
  for (const tag of ['ROUND-1', 'ROUND-2'])
    await storeTest(vet, { customIds: [tag, 'ROUND-HERD'], results: ['negative'] })
  await recordTest(vet, { customIds: ['ROUND-3', 'ROUND-HERD'], results: ['negative'] })

  await expectFocus(next('Tag'))
  await page.keyboard.type('ROUND-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ROUND-HERD')
  await page.keyboard.press('Enter')
  await expectFocus(heading(vet, 'recording:subject.found'))
  await pressAlone(page, '2')
  await expectFocus(page.getByRole('radio', { name: t('results:negative') }))
  await page.keyboard.press('Enter')
  await expectFocus(heading(vet, 'recording:review.title'))
  await pauseToRead(page)
  await page.keyboard.press('Enter')
  await savedTestId(vet)

  // One of the two fields shows the possible matches.
  await expectFocus(next('Tag'))
  await page.keyboard.type('ROUND-2')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { disabled: false }).filter({ hasText: 'ROUND-2' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectFocus(heading(vet, 'recording:subject.found'))
})

journey('the confirmation of a save covers nothing that is pressed next', async ({ visit }) => {
  for (const size of [phone, { width: 768, height: 1024 }, { width: 1366, height: 768 }]) {
    const nurse = await visit({ tenant: 'harbour', as: 'provider', size })
    const { page, t } = nurse
    await recordTest(nurse, { email: `covered.${size.width}@journey.test`, results: ['negative'] })
    const message = page.getByRole('status').filter({ hasText: /HARB-/ })
    const within = `at ${size.width}`
    // The message stays while a pointer rests on it.
    await message.locator('p').hover()
    expect(await coveredBy(message), `saved, ${within}`).toEqual([])
    await page.getByLabel(t('recording:saved.next')).fill('ma')
    await page.keyboard.press('Enter')
    await page.getByRole('option').first().waitFor()
    expect(await coveredBy(message), `who may be next, ${within}`).toEqual([])
    await page.getByLabel(t('fields:email')).fill(`covered.${size.width}@journey.test`)
    await page.keyboard.press('Enter')
    await expectFocus(heading(nurse, 'recording:subject.found'))
    expect(await coveredBy(message), `found, ${within}`).toEqual([])
    await pressAlone(page, '2')
    await expectFocus(page.getByRole('radio', { name: t('results:negative') }))
    expect(await coveredBy(message), `the test, ${within}`).toEqual([])
    expect(await message.isVisible()).toBe(true)
  }
})

/** The controls in the content of the page, or in the bar at the thumb, that a message covers. */
async function coveredBy(message: Locator): Promise<string[]> {
  return await message.evaluate((place) => {
    const boxes = [...place.children].map((child) => child.getBoundingClientRect())
    return [...document.querySelectorAll('main :is(a, button, input, select, label, [role="option"]), main + * a')]
      .filter((control) => {
        const { left, top, right, bottom } = control.getBoundingClientRect()
        return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
      })
      .map((control) => control.outerHTML.slice(0, 120))
  })
}

journey('a kit in front of the camera fills in kit, lot and expiry, which the next test keeps', async ({ visit }) => {
  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = admin
  const { gtin, lot } = kitInSight
  const kit = 'Saliva test of the camera'
  await admin.go('/assays/new')
  const form = page.getByRole('dialog')
  await form.getByLabel(t('fields:name'), { exact: true }).first().fill(kit)
  await form.getByLabel(t('fields:gtin')).fill(gtin)
  await form.locator('[name="analytes.0.name"]').fill('SARS-CoV-2')
  await form.getByRole('button', { name: t('assayForm:form.addSpecimen') }).click()
  await form.locator('[name="specimens.0.name"]').fill('Saliva')
  await form.getByRole('button', { name: t('assayForm:form.submit') }).click()
  await page.getByText(t('assays:created')).waitFor()

  await openRecording(admin)
  await choosePlace(admin)
  await chooseSubject(admin, { email: 'camera.1@journey.test' })
  await enterResults(admin, ['negative'])
  await refuseCamera(page)
  await page.getByRole('button', { name: t('recordingDetails:lot.scan') }).click()
  await page.getByText(t('kitScan:camera.refused')).waitFor()
  await page.getByRole('button', { name: t('shell:close') }).click()
  await allowCamera(page)
  await page.getByRole('button', { name: t('recordingDetails:lot.scan') }).click()
  await page.getByText(t('kitScan:filled.kitLotExpiry', { kit, lot, expiry: '31/01/2040' })).waitFor()
  // The result was for another kit.
  await page.getByText(t('kitScan:also.result')).waitFor()
  await enterResults(admin, ['negative'])
  await openMoreDetails(admin)
  await page.getByLabel(t('fields:specimen')).selectOption('Saliva')
  await proceed(admin)
  await saveTest(admin)
  await savedTestId(admin)

  await page.getByRole('button', { name: t('recording:saved.another') }).click()
  await chooseSubject(admin, { email: 'camera.2@journey.test' })
  await enterResults(admin, ['negative'])
  await expect.poll(() => page.getByLabel(t('fields:assayId')).inputValue()).toMatch(/^[\da-f-]{36}$/)
  await proceed(admin)
  await heading(admin, 'recording:review.title').waitFor()
  const review = await page.locator('main').innerText()
  for (const kept of [kit, lot, '31/01/2040', 'Saliva']) expect(review).toContain(kept)
})

/** Presses keys, and counts those that are a choice, unlike Tab, which only leads to one. */
function counting({ page }: Visit) {
  let pressed = 0
  return {
    press: async (key: string) => {
      pressed += 1
      await pressAlone(page, key)
    },
    type: async (text: string) => {
      pressed += 1
      await page.keyboard.type(text)
    },
    count: () => pressed,
    reset: () => {
      pressed = 0
    },
  }
}
type Keys = ReturnType<typeof counting>

async function startFromList({ page, t }: Visit, keys: Keys): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: t('shell:recordTest') }).first(), 'Shift+Tab')
  await keys.press('Enter')
}

/**
 * Records a test from the question of the subject to saved, without Tab: the focus is always where the next key is
 * needed.
 */
async function finishByKeys(
  visit: Visit,
  keys: Keys,
  email: string,
  field = visit.page.getByLabel(visit.t('fields:email')),
) {
  const { page, t } = visit
  await expectFocus(field)
  await keys.type(email)
  await keys.press('Enter')
  await heading(visit, 'recording:subject.found').waitFor()
  await expectFocus(heading(visit, 'recording:subject.found'))
  await keys.press('2')
  await heading(visit, 'recording:test.title').waitFor()
  const negative = page.getByRole('radio', { name: t('results:negative') })
  await expectFocus(negative)
  expect(await negative.isChecked()).toBe(true)
  // An Enter too many at Continue saves nothing unread.
  await pressEnterOnceFocused(page, t('recording:review.title'))
  await keys.press('Enter')
  await expectFocus(heading(visit, 'recording:review.title'))
  await pauseToRead(page)
  await expectFocus(heading(visit, 'recording:review.title'))
  await keys.press('Enter')
  await savedTestId(visit)
}
