import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { routeForNow } from './stage/route-for-now.ts'
import { pass } from './steps/idle.ts'
import { clickAtOnce, untilQuiet } from './steps/log-in.ts'
import { choosePlace, chooseSubject, heading, openRecording } from './steps/record-test.ts'

journey('a page whose code fails to load says so, and can be reloaded', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { context, page, t } = user
  await context.clock.install()
  await user.go('/')
  await heading(user, 'dashboard:latest').waitFor()
  await untilQuiet(user)
  // The dashboard's own parts have the same placeholder.
  await expect.poll(() => page.getByRole('status', { name: t('shell:loading') }).count()).toBe(0)
  let hangs = true
  await page.route(/subjects-page/, async (route) => {
    if (!hangs) await route.continue()
  })
  await clickAtOnce(page.getByRole('link', { name: t('shell:page.subjects'), exact: true }).first())
  await page.getByRole('status', { name: t('shell:loading') }).waitFor()
  await pass(user, 20_000)
  expect(await page.getByText(t('shell:partLate')).count()).toBe(0)
  await pass(user, 8_000)
  await page.getByText(t('shell:partLate')).waitFor()
  const serverIsBack = await routeForNow(page, '**/health/live', (route) => route.abort())
  await page.getByRole('button', { name: t('shell:tryAgain') }).click()
  await page.getByText(t('shell:serverAway')).waitFor()
  serverIsBack()
  hangs = false
  await page.getByRole('button', { name: t('shell:tryAgain') }).click()
  await page.getByRole('heading', { level: 1, name: t('subjects:title') }).waitFor()
})

journey('a step whose code fails to load says so, and the entered data is there once it loads', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'provider' })
  const { context, page, t } = nurse
  await context.clock.install()
  let hangs = true
  await page.route(/\/test-step-/, async (route) => {
    if (!hangs) await route.continue()
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await openRecording(nurse)
  await choosePlace(nurse)
  await chooseSubject(nurse, { email: 'step-hangs@journey.test' })
  await page.waitForURL(/step=test/)
  await pass(nurse, 28_000)
  await page.getByText(t('shell:partLate')).waitFor()
  hangs = false
  await page.getByRole('button', { name: t('shell:tryAgain') }).click()
  await heading(nurse, 'recording:test.title').waitFor()
  await page.getByText('step-hangs@journey.test').first().waitFor()
  // The next user of this account must not be offered the draft.
  await page.goto(`${nurse.origin}/`)
  await page.getByRole('button', { name: t('recording:draft.discard') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('recording:draft.discard') })
    .click()
  await expect.poll(() => page.getByText('step-hangs@journey.test').count()).toBe(0)
})

journey('an application whose code fails to load says so, and is drawn once it loads', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { context, page } = user
  await context.clock.install()
  const comes = Promise.withResolvers<void>()
  await page.route(/\/dashboard-page-/, async (route) => {
    await comes.promise
    await route.continue()
  })
  await page.route(/\/application-/, async (route) => {
    await comes.promise
    await route.continue()
  })
  await page.goto(user.origin, { waitUntil: 'commit' })
  await expect.poll(() => [...user.unanswered].some((asked) => asked.includes('/application-'))).toBe(true)
  // The page keeps the preferences once it has read them; until then the time that passes would end their request, too.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lateral.preferences'))).not.toBe(null)
  await pass(user, 28_000)
  await page.getByRole('heading', { name: 'The application could not be loaded' }).waitFor()
  comes.resolve()
  await heading(user, 'dashboard:latest').waitFor()
})

journey(
  'a page that is gone after an upgrade is loaded afresh once, and is said to be missing then',
  async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    const { page, t } = user
    await user.go('/')
    await heading(user, 'dashboard:latest').waitFor()
    await untilQuiet(user)
    let asked = 0
    await page.route(/subjects-page/, async (route) => {
      asked++
      if (asked === 2) await route.continue()
      else await route.fulfill({ status: 404, body: 'Not found' })
    })
    const loaded = page.waitForEvent('load')
    await clickAtOnce(page.getByRole('link', { name: t('shell:page.subjects'), exact: true }).first())
    await loaded
    await page.getByRole('heading', { level: 1, name: t('subjects:title') }).waitFor()
    expect(asked).toBe(2)

    const isThere = await routeForNow(page, /invites-page/, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    )
    await clickAtOnce(page.getByRole('link', { name: t('shell:page.invites'), exact: true }).first())
    await page.getByText(t('shell:partMissing')).waitFor()
    isThere()
    await page.getByRole('button', { name: t('shell:tryAgain') }).click()
    await page.getByRole('heading', { level: 1, name: t('invites:title') }).waitFor()
    // React logs a failed page in the console, whatever replaces it.
    for (const complaint of user.complaints.splice(0)) expect(complaint).toContain('PartMissing')
  },
)

journey('a page that the server cannot serve for a moment is opened as soon as it can', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = user
  await user.go('/')
  await heading(user, 'dashboard:latest').waitFor()
  await untilQuiet(user)
  let asked = 0
  await page.route('**/api/v1/subjects?*', async (route) => {
    if (++asked > 2) await route.fallback()
    else {
      const json = { message: 'Away', code: 'unavailable', requestId: 'r-1' }
      await route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json })
    }
  })
  await clickAtOnce(page.getByRole('link', { name: t('shell:page.subjects'), exact: true }).first())
  await page.locator('tbody tr').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/subjects')
  expect(user.complaints.splice(0)).toEqual(['503 from /api/v1/subjects', '503 from /api/v1/subjects'])
})
