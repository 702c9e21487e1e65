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

/** Makes a group of new people in the nurse's organisation, and returns its name. */
async function makeGroup({ port, cookies }: Visit): Promise<{ name: string; groupId: string }> {
  const sent = { method: 'POST', cookies } as const
  const me = await send(port, tenant, '/users/my-details', { cookies })
  const { organisation } = JSON.parse(me.body).data
  const name = 'Elm House'
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
      email: `elm-${number}@round.test`,
      dateOfBirth: '1941-02-03',
      firstName: 'Resident',
      lastName: `Elm${number}`,
      localId: `ELM-${number}`,
    }
    const added = await send(port, tenant, '/subjects', { ...sent, body: person })
    expect(added.status, added.body).toBe(201)
  }
  return { name, groupId }
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
  const { groupId } = await makeGroup(nurse)
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
  await press(nurse, '1')
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
