import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import { changeRows } from './stage/database.ts'
import { demoPassword, emailOf } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { routeForNow } from './stage/route-for-now.ts'
import type { Visit } from './stage/visit.ts'
import { installation } from './stage/worker.ts'
import { pass } from './steps/idle.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { logInWith, untilQuiet } from './steps/log-in.ts'
import { logInBeside, neverTells } from './steps/other-tab.ts'
import {
  choosePlace,
  chooseSubject,
  enterResults,
  fillInTest,
  heading,
  openMoreDetails,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

journey(
  'who wakes in a colleague’s session saves nothing as theirs, is told, and goes on with what was typed',
  async ({ visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
    const { page, t } = nurse
    const email = 'woken@journey.test'
    const note = 'Typed while the session was over'
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email })
    await enterResults(nurse, ['negative'])
    await untilQuiet(nurse)
    // From here on only this tab has the typed data.
    const isBack = await routeForNow(page, '**/api/v1/test-records/draft', (route) => route.abort())
    await openMoreDetails(nurse)
    await page.getByLabel(t('fields:note')).fill(note)
    await changeRows(
      installation().dataDir,
      'harbour',
      `update sessions set last_seen_at = now() - interval '1 hour' where id = (select s.id from sessions s
         join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
         where u.email = $1 order by s.created_at desc limit 1)`,
      [emailOf('harbour', 'clinical')],
    )
    const colleague = await logInBeside(nurse, 'provider', true)
    isBack()
    // The first request is refused, whether it stores a draft, before or after this step, or the test itself.
    const onward = page
      .getByRole('button', { name: t('recording:continue') })
      .or(page.getByRole('button', { name: t('recording:review.save') }))
    await expect
      .poll(async () => {
        const isThere = new URL(page.url()).pathname === '/other-session'
        if (!isThere) await onward.click({ timeout: 1000 }).catch(() => undefined)
        return isThere
      })
      .toBe(true)
    await heading(nurse, 'session:otherTitle').waitFor()
    await colleague.goto(`${nurse.origin}/test-records?range=custom&search=${encodeURIComponent(email)}`)
    await colleague.getByRole('heading', { name: t('testRecords:noMatch.title') }).waitFor()

    await page.getByRole('link', { name: t('session:logInAgain') }).click()
    await logInWith(nurse, emailOf('harbour', 'clinical'), demoPassword)
    await page.getByText(email).waitFor()
    await page.getByRole('button', { name: t('recording:draft.continue') }).click()
    await heading(nurse, 'recording:test.title').or(heading(nurse, 'recording:review.title')).waitFor()
    if (await heading(nurse, 'recording:test.title').isVisible()) await proceed(nurse)
    await page.getByText(note).waitFor()
    await saveTest(nurse)
    await expectStoredOnce(nurse, email, await savedTestId(nurse))
  },
)

journey('an operator’s tab of one tenant reads nothing of another that was entered beside it', async ({ visit }) => {
  const operator = await visit({ tenant: 'operator', as: 'unlimited' })
  const { page, context, origin, t } = operator
  await enterTenant(operator, page, 'Harbour Health')
  await operator.go('/test-records?range=custom')
  await recordLink(operator, '').first().waitFor()
  // Its next look at what is new would tell it, before anybody presses anything.
  let isPressed = false
  await page.route('**/api/v1/**', async (route) => {
    isPressed ||= /\/test-records\/[^/?]+$/.test(route.request().url())
    if (isPressed) await route.continue()
  })

  const other = await context.newPage()
  await other.addInitScript(neverTells)
  await other.goto(`${origin}/`)
  await other
    .getByRole('region', { name: t('entry:banner.label') })
    .getByRole('button', { name: t('entry:leave') })
    .click()
  await other.waitForURL('**/tenants')
  await enterTenant(operator, other, 'Cascade Clinics')

  // Without a pointer above it, for which the record would be fetched already, and the page be left before it is pressed.
  await recordLink(operator, '').first().dispatchEvent('click')
  await page
    .getByRole('region', { name: t('entry:banner.label') })
    .getByText('Cascade Clinics')
    .waitFor()
  await page.getByText(t('errors:entered-elsewhere')).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await page
    .getByRole('region', { name: t('entry:banner.label') })
    .getByRole('button', { name: t('entry:leave') })
    .click()
  await page.waitForURL('**/tenants')
})

journey.for([['never arrives'], ['is stored, and its answer never arrives']] as const)(
  'a save that %s is said to be one that may be repeated, and stores one test',
  async ([kind], { visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'provider' })
    const { page, context, t } = nurse
    const email = `hanging-${kind.length}@journey.test`
    await context.clock.install()
    await fillInTest(nurse, { email, results: ['negative'] })
    const keys: (string | undefined)[] = []
    await page.route('**/api/v1/test-records', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return await route.continue()
      if (kind !== 'never arrives') expect(await store(nurse, route)).toBe(201)
    })
    await saveTest(nurse)
    await expect.poll(() => keys.length).toBe(1)
    await pass(nurse, 20_000)
    expect(await page.getByText(t('shell:mayBeSaved')).count()).toBe(0)
    await pass(nurse, 8_000)
    await page.getByText(t('shell:mayBeSaved')).waitFor()
    await saveTest(nurse)
    const testId = await savedTestId(nurse)
    expect(keys).toEqual([keys[0], keys[0]])
    await expectStoredOnce(nurse, email, testId)
  },
)

/** Has the server process a request, and returns the status, which the browser never receives. */
async function store({ port }: Visit, route: Route): Promise<number> {
  const { host, pathname } = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host }
  return (await route.fetch({ url: `http://127.0.0.1:${port}${pathname}`, headers })).status()
}

async function enterTenant({ origin, t }: Visit, page: Visit['page'], name: string): Promise<void> {
  await page.goto(`${origin}/tenants`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('link', { name: t('entry:enter') }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('A date that cannot be right was reported')
  await page.getByRole('button', { name: t('entry:enter.submit', { name }) }).click()
  await page
    .getByRole('region', { name: t('entry:banner.label') })
    .getByText(name)
    .waitFor()
}

async function expectStoredOnce(nurse: Visit, email: string, testId: string): Promise<void> {
  await searchTests(nurse, email)
  await recordLink(nurse, testId).waitFor()
  await nurse.page.getByText(nurse.t('testRecords:count', { count: 1 }), { exact: true }).waitFor()
}
