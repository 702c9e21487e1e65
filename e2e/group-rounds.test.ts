import { expect, inject, onTestFinished } from 'vitest'
import type { Round, RoundRow } from '../contract/rounds/round.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { endSession, send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { startMortal } from './stage/server.ts'
import { checkState } from './stage/screen-checks.ts'
import type { Visit } from './stage/visit.ts'
import { pressAlone } from './steps/keyboard.ts'
import { logInWith } from './steps/log-in.ts'
import { heading } from './steps/record-test.ts'

const tenant = 'harbour'
const people = 60
/** The keys that a round may take besides one for each result; typing a text into a field counts as one. */
const mostOtherKeys = 12

/** The most keys for all people of a kit with several lines, all in all. */
const mostKeysOfLines = 132
/**
 * Where the first person may begin, and how high a person may be with one line and with each further one, in pixels. On a phone each line
 * has the height of a thumb.
 */
const most = { wide: { top: 250, height: 64, line: 40 }, phone: { top: 300, height: 96, line: 46 } }
/** The least side of a button for a thumb, in pixels. */
const thumb = 44

/** Makes a group of new people in the nurse's organisation. */
async function makeGroup({ port, cookies }: Visit, name: string): Promise<{ groupId: string; organisationId: string }> {
  const [short = ''] = name.split(' ')
  const sent = { method: 'POST', cookies } as const
  const me = await send(port, tenant, '/users/my-details', { cookies })
  const { organisation } = JSON.parse(me.body).data
  const made = await send(port, tenant, '/groups', {
    ...sent,
    body: { organisationId: organisation.id, name, location: null, phone: null },
  })
  expect(made.status, made.body).toBe(201)
  const { id: groupId } = JSON.parse(made.body).data
  for (let i = 1; i <= people; i++) {
    const number = String(i).padStart(2, '0')
    const person = {
      kind: 'human',
      groupId,
      email: `${short.toLowerCase()}-${number}@round.test`,
      dateOfBirth: '1941-02-03',
      firstName: 'Resident',
      lastName: `${short}${number}`,
      localId: `${short.toUpperCase()}-${number}`,
    }
    const added = await send(port, tenant, '/subjects', { ...sent, body: person })
    expect(added.status, added.body).toBe(201)
  }
  return { groupId, organisationId: organisation.id }
}

/** Presses a key as a person does, whose next key comes later than a scanner's. Returns once it did something. */
async function press({ page }: Visit, key: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? '')
  const before = await focused()
  await page.keyboard.press(key)
  await expect.poll(focused).not.toBe(before)
}

const row = ({ page }: Visit, number: number) =>
  page.locator('[data-row]').filter({ hasText: `Elm${String(number).padStart(2, '0')}` })

async function focusRow(visit: Visit, number: number): Promise<void> {
  await row(visit, number).locator('[data-name]').focus()
}

const roundOf = async ({ port, cookies }: Visit, id: string): Promise<{ data: Round; rows: RoundRow[] }> =>
  JSON.parse((await send(port, tenant, `/rounds/${id}`, { cookies })).body)

journey('three people test a group of sixty, and nothing is lost or recorded twice', async ({ visit }) => {
  // It is killed in the middle, so nobody else may use it.
  const server = await startMortal(inject('demoData'))
  onTestFinished(() => server.stop())
  const { port } = server
  const nurse = await visit({ tenant, as: 'organisation', port })
  const { page, t } = nurse
  const { groupId } = await makeGroup(nurse, 'Elm House')
  await nurse.go('/rounds')
  await page.getByRole('link', { name: t('shell:page.newRound') }).click()
  const form = page.getByRole('form', { name: t('shell:page.newRound') })
  const group = form.getByRole('combobox', { name: t('fields:groupId') })
  let otherKeys = 1
  await group.fill('Elm')
  await page.getByRole('option', { name: /Elm House/ }).waitFor()
  await group.press('Enter')
  await form
    .getByRole('textbox', { name: t('fields:lot') })
    .first()
    .fill('LOT-60')
  otherKeys += 3
  await form.getByRole('button', { name: t('rounds:start.submit') }).click()
  otherKeys += 1
  await heading(nurse, 'shell:page.round')
    .or(page.getByRole('heading', { name: 'Elm House' }))
    .first()
    .waitFor()
  await row(nurse, people).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await checkState(nurse, 'round')

  const helper = await visit({ tenant, as: 'provider', port })
  const other = await visit({ tenant, as: 'tenant', port })
  for (const one of [helper, other]) {
    await one.go(`/rounds/${id}`)
    await row(one, people).waitFor()
  }

  // Each takes a third, by keyboard alone: a digit enters a result and goes on to the next person.
  await focusRow(nurse, 1)
  otherKeys += 1
  let resultKeys = 0
  for (let i = 1; i <= 20; i++) {
    await press(nurse, i === 3 ? '1' : '2')
    resultKeys += 1
  }
  // What one enters is seen by the others.
  await row(other, 20).locator('[data-name]').waitFor()
  await expect.poll(() => row(other, 20).getAttribute('data-entered')).not.toBeNull()

  // One has no network for a while.
  await focusRow(helper, 21)
  otherKeys += 1
  await press(helper, '2')
  await helper.context.setOffline(true)
  for (let i = 22; i <= 40; i++) await press(helper, '2')
  resultKeys += 20
  await helper.page.getByText(helper.t('rounds:offline.title')).waitFor()
  await row(helper, 40).getByText(helper.t('rounds:notSent')).waitFor()
  expect((await roundOf(nurse, id)).rows.filter(({ entry }) => entry !== null).length).toBeLessThan(40)
  await helper.context.setOffline(false)
  await row(helper, 40).getByText(helper.t('rounds:notSent')).waitFor({ state: 'detached' })

  // The session of one ends in the middle. What they entered then is sent after they logged in again.
  await focusRow(other, 41)
  otherKeys += 1
  for (let i = 41; i <= 50; i++) await press(other, '2')
  await expect.poll(() => other.page.getByText(other.t('rounds:notSent')).count()).toBe(0)
  await endSession(other.port, tenant, other.cookies)
  await pressAlone(other.page, '2')
  await other.page.waitForURL(/\/login/)
  await logInWith(other, emailOf(tenant, 'tenant'), demoPassword)
  await row(other, people).waitFor()
  await expect.poll(() => row(other, 51).getAttribute('data-entered')).not.toBeNull()
  await focusRow(other, 52)
  otherKeys += 1
  for (let i = 52; i <= 59; i++) await press(other, '2')
  await pressAlone(other.page, '2')
  resultKeys += 20
  await expect.poll(async () => (await roundOf(nurse, id)).data.entered).toBe(people)

  // What is typed and not entered yet survives a reload.
  const note = row(nurse, people).getByRole('textbox', { name: t('fields:note') })
  await focusRow(nurse, people)
  await pressAlone(page, 'Enter')
  await note.fill('Wears gloves')
  await page.reload()
  await row(nurse, people).waitFor()
  await focusRow(nurse, people)
  await pressAlone(page, 'Enter')
  expect(await note.inputValue()).toBe('Wears gloves')
  await row(nurse, people)
    .getByRole('button', { name: t('rounds:enter') })
    .click()
  await expect
    .poll(async () => (await roundOf(nurse, id)).rows.find(({ subject }) => subject.lastName === 'Elm60')?.entry)
    .toMatchObject({ note: 'Wears gloves' })

  // Two entered different things: both are shown, and a person chooses.
  await helper.context.setOffline(true)
  await focusRow(helper, 5)
  await press(helper, '3')
  // The nurse entered this one, so that it is asked whether that is meant.
  await helper.page
    .getByRole('button', { name: helper.t('rounds:conflict.replace', { entry: helper.t('results:inconclusive') }) })
    .click()
  await focusRow(nurse, 5)
  // Nobody is left to whom the focus could go.
  await pressAlone(nurse.page, '1')
  await expect
    .poll(async () => (await roundOf(nurse, id)).rows.find(({ subject }) => subject.lastName === 'Elm05')?.entry)
    .toMatchObject({ analyteResults: [{ result: 'positive' }] })
  await helper.context.setOffline(false)
  await helper.page.getByText(helper.t('rounds:conflict.title')).waitFor()
  await checkState(helper, 'round-conflict')
  await row(helper, 5)
    .getByRole('button', { name: helper.t('rounds:conflict.keep', { entry: helper.t('results:positive') }) })
    .click()

  await expect.poll(() => page.getByText(t('rounds:entered', { entered: people, people })).count()).toBe(1)
  await page.getByRole('button', { name: t('rounds:finish') }).click()
  const confirm = page.getByRole('region', { name: t('rounds:finish.title') })
  await confirm.getByText('Resident Elm03').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('finish-round')
  await confirm.getByText('Resident Elm05').waitFor()
  await checkState(nurse, 'round-finish')
  await confirm.getByRole('button', { name: t('rounds:finish.store', { count: people }) }).click()
  otherKeys += 2

  // The server is killed while it records, and what it has not recorded yet is recorded once it is back.
  const query = `?group_id=${groupId}&per_page=100`
  const storedTests = async (): Promise<{ subject: { id: string } }[]> =>
    JSON.parse((await send(port, tenant, `/test-records${query}`, { cookies: nurse.cookies })).body).data
  await expect.poll(async () => (await storedTests()).length).toBeGreaterThan(0)
  await server.kill()
  await server.startAgain()
  const isFinished = page.getByText(t('rounds:ended.finished'))
  const store = confirm.getByRole('button', { name: /^Record \d+ tests?$/ })
  await expect
    .poll(
      async () => {
        if (await isFinished.isVisible()) return true
        if ((await store.isVisible()) && (await store.getAttribute('aria-disabled')) === null) await store.click()
        return false
      },
      { timeout: 120_000, interval: 1000, message: 'the round is finished by the server that is back' },
    )
    .toBe(true)

  const { data, rows } = await roundOf(nurse, id)
  expect(data.state).toBe('finished')
  expect(new Set(rows.map(({ testRecordId }) => testRecordId)).size).toBe(people)
  const records = await storedTests()
  expect(records).toHaveLength(people)
  expect(new Set(records.map(({ subject }) => subject.id)).size).toBe(people)
  expect(resultKeys).toBe(people)
  expect(otherKeys).toBeLessThanOrEqual(mostOtherKeys)
})

/** Where the first person begins and how high each is, without scrolling. */
async function sizes({ page }: Visit): Promise<{ top: number; height: number }> {
  await page.evaluate(() => document.fonts.ready)
  return await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-row]')].map((one) => one.getBoundingClientRect())
    return { top: (boxes[0]?.top ?? 0) + window.scrollY, height: Math.max(...boxes.map(({ height }) => height)) }
  })
}

/** How many of the two people after the focused one are out of sight, or behind a bar. */
async function hiddenAhead({ page }: Visit): Promise<number> {
  return await page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-row]')]
    const at = rows.findIndex((one) => one.contains(document.activeElement))
    const stuck = [...document.querySelectorAll('main *')].filter((one) => getComputedStyle(one).position === 'sticky')
    const tops = stuck.map((one) => one.getBoundingClientRect().top).filter((top) => top > 100)
    const foot = Math.min(window.innerHeight, ...tops)
    return rows.slice(at + 1, at + 3).filter((one) => one.getBoundingClientRect().bottom > foot).length
  })
}

/** True if a result is chosen for the person who has the focus. Runs in the browser. */
function isSomethingChosen(): boolean {
  return document.activeElement?.closest('[data-row]')?.querySelector('[aria-pressed="true"]') != null
}

/** The share of the screen's height that what stays in place covers. */
async function covered({ page }: Visit): Promise<number> {
  return await page.evaluate(() => {
    const stuck = [...document.querySelectorAll('body *')].filter((one) => {
      const { position, display } = getComputedStyle(one)
      return position === 'sticky' && display !== 'none' && one.closest('aside') === null
    })
    return stuck.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0) / window.innerHeight
  })
}

/** Checks that all results of a person have buttons of one size, which is that of a thumb at least. */
async function expectForThumbs({ page }: Visit, where: string): Promise<void> {
  const results = page.locator('[data-row]').first().locator('[data-tone][aria-pressed]')
  const boxes = await results.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  const sizes = new Set(boxes.map(({ width, height }) => `${Math.round(width)} by ${Math.round(height)}`))
  expect([...sizes], where).toHaveLength(1)
  for (const { width, height } of boxes) expect(Math.min(width, height), where).toBeGreaterThanOrEqual(thumb)
}

/** Lists the dates of birth that are cut, or lie under another part of their row. */
function bornHidden(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[data-row]')].flatMap((row) => {
    const born = row.querySelector<HTMLElement>('[data-born]')
    if (born === null) return ['without one']
    const box = born.getBoundingClientRect()
    const others = [...row.children].filter((part) => !part.contains(born)).map((part) => part.getBoundingClientRect())
    const isUnder = others.some(
      ({ left, right, top, bottom }) =>
        left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1,
    )
    const isCut = box.width === 0 || box.left < 0 || box.right > Math.min(innerWidth, row.getBoundingClientRect().right)
    return isUnder || isCut ? [born.textContent] : []
  })
}

/** Checks that what is known of an entered person has the width of the row once unfolded, instead of what the badge leaves. */
async function expectFactsOnTheirOwnLine({ page }: Visit): Promise<void> {
  const entered = page.locator('[data-row][data-entered]').first()
  await entered.locator('[data-name]').click()
  await entered.getByRole('form').waitFor()
  for (const [width, height] of [
    [375, 812],
    [320, 640],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height })
    const share = await entered.evaluate((row) => {
      const facts = row.querySelector('[data-born]')?.parentElement
      return (facts?.getBoundingClientRect().width ?? 0) / row.clientWidth
    })
    expect(share, `at ${width}`).toBeGreaterThan(0.9)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await entered.locator('[data-name]').click()
}

journey('a round shows its people, and a kit of three lines takes one key for most of them', async ({ visit }) => {
  const nurse = await visit({ tenant, as: 'organisation' })
  const { page, t, port, cookies } = nurse
  const place = await makeGroup(nurse, 'Oak House')
  const kits: { id: string; name: string }[] = JSON.parse((await send(port, tenant, '/assays', { cookies })).body).data
  async function start(kit: string): Promise<string> {
    const body = {
      ...place,
      assayId: kits.find(({ name }) => name === kit)?.id,
      specimen: null,
      lot: 'LOT-60',
      lotExpiry: null,
      location: null,
      zone: 'Europe/London',
      timing: 'none',
    }
    const begun = await send(port, tenant, '/rounds', { method: 'POST', cookies, body })
    expect(begun.status, begun.body).toBe(201)
    return JSON.parse(begun.body).data.id
  }
  const one = await start('TideCheck SARS-CoV-2 Antigen')
  const three = await start('TideCheck Respiratory 3')

  for (const [id, lines] of [
    [one, 1],
    [three, 3],
  ] as const) {
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [768, 1024],
      [375, 812],
    ] as const) {
      const { top, height: tallest, line } = width < 768 ? most.phone : most.wide
      await page.setViewportSize({ width, height })
      await nurse.go(`/rounds/${id}`)
      await page.locator('[data-row]').first().waitFor()
      const found = await sizes(nurse)
      const where = `${lines} lines at ${width}`
      expect(found.height, where).toBeLessThanOrEqual(tallest + line * (lines - 1))
      if (width === 1440 || width === 375) expect(found.top, where).toBeLessThanOrEqual(top)
      expect(await covered(nurse), where).toBeLessThanOrEqual(0.2)
      if (width < 768) await expectForThumbs(nurse, where)
      expect(await page.evaluate(bornHidden), where).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 256 })
    expect(await page.evaluate(bornHidden), 'at 400%').toEqual([])
    expect(await covered(nurse), 'at 400%').toBeLessThanOrEqual(0.2)
  }

  await page.setViewportSize({ width: 375, height: 812 })
  // The bar at the thumb is the round's own, which leads nowhere else.
  expect(await page.getByRole('navigation', { name: t('shell:recordTest') }).isVisible()).toBe(false)
  let keys = 1
  await page.keyboard.press('ArrowDown')
  for (let i = 1; i <= people; i++) {
    if (i === 30) await page.setViewportSize({ width: 1440, height: 900 })
    if (i % 20 === 0) {
      await pressAlone(page, '1')
      // Only then is the next key none of the same scan.
      await expect.poll(() => page.evaluate(isSomethingChosen)).toBe(true)
      keys += 1
    }
    keys += 1
    if (i < people) await press(nurse, i % 15 === 0 ? 'a' : '0')
    else await pressAlone(page, '0')
    expect(await hiddenAhead(nurse), `after ${i}`).toBe(0)
  }
  await expect.poll(async () => (await roundOf(nurse, three)).data.entered).toBe(people)
  expect(keys).toBeLessThanOrEqual(mostKeysOfLines)
  const entries = (await roundOf(nurse, three)).rows.map(({ entry }) => entry)
  const differing = entries.filter((entry) => entry?.analyteResults[0]?.result === 'positive')
  for (const entry of differing)
    expect(entry?.analyteResults.map(({ result }) => result)).toEqual(['positive', 'negative', 'negative'])
  expect(differing).toHaveLength(3)
  expect(entries.filter((entry) => entry?.outcome === 'absent')).toHaveLength(3)
  await checkState(nurse, 'round-of-three-lines')
  await expectFactsOnTheirOwnLine(nurse)
  await page.getByRole('button', { name: t('rounds:menu') }).click()
  await page.getByRole('menuitem', { name: t('rounds:pause') }).waitFor()
  await checkState(nurse, 'round-menu')
})
