import { expect } from 'vitest'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { routeForNow } from './stage/route-for-now.ts'
import { expectNothingSideways } from './stage/screen-checks.ts'
import { desktop, phone, type Visit } from './stage/visit.ts'
import { lists, lowestRow, mostTabs, tabsToFirstRow, topOfFirstRow } from './steps/first-row.ts'
import { exportButton, filterInUse, openInBar, recordLink } from './steps/list.ts'
import { choosePlace, chooseSubject, heading, openRecording } from './steps/record-test.ts'

journey(
  'no page scrolls sideways, and the list shows when each test was performed, at any width',
  async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    const times = user.page.locator('main time')
    // Full dates are wider than '5 minutes ago'.
    for (const address of ['/', '/test-records', '/invites', '/test-records?range=last-month']) {
      await user.go(address)
      for (const width of [375, 768, 1024, 1440, 1920]) {
        await user.page.setViewportSize({ width, height: 900 })
        // A page may turn into cards a moment after it has become narrow.
        await times.first().waitFor()
        const where = `${address} at ${width} pixels`
        await expectNothingSideways(user.page, where)
        if (address.startsWith('/test-records'))
          await expect.poll(() => times.evaluateAll(cutOff), { message: where }).toBe(0)
      }
    }
  },
)

journey('at 320 pixels what narrows a list is read whole', async ({ visit }) => {
  for (const options of [
    { tenant: 'harbour', locale: 'en_GB' },
    { tenant: 'cascade', locale: 'es_MX' },
  ] as const) {
    const user = await visit({ ...options, as: 'tenant', size: { width: 320, height: 640 } })
    const words = user.page.getByRole('region', { name: user.t('lists:filter.label') }).locator('button > span')
    for (const address of ['/test-records?result=positive&range=last-month', '/audit', '/invites', '/users']) {
      await user.go(address)
      await user.page.locator('[data-row], main li').first().waitFor()
      expect([address, await words.evaluateAll(cutWords)]).toEqual([address, []])
      const overflow = await user.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([address, overflow]).toEqual([address, 0])
    }
  }
})

journey('at 320 pixels a long name without spaces makes no page wider than the screen', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: { width: 320, height: 640 } })
  const name = 'W'.repeat(100)
  const body = { name, description: null, location: null, npi: null, address: null }
  const { port, tenant, cookies, page } = user
  const made = await send(port, tenant, '/organisations', { method: 'POST', cookies, body })
  const { data } = JSON.parse(made.body) as { data: { id: string } }
  for (const address of ['/organisations?search=WWWW', `/organisations/${data.id}`, '/create-test']) {
    await user.go(address)
    await page.locator('main').getByText(name).first().waitFor()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([address, overflow]).toEqual([address, 0])
  }
})

/** Returns the visible words that are cut off. Runs in the browser. */
function cutWords(elements: Element[]): (string | null)[] {
  return elements
    .filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth)
    .map(({ textContent }) => textContent)
}

journey(
  'a secondary button has an outline on the built page, and none of the browser’s own look',
  async ({ visit }) => {
    const user = await visit({ tenant: 'harbour', as: 'tenant' })
    await user.go('/test-records')
    const look = await exportButton(user).evaluate((button) => {
      const { borderTopColor, backgroundColor } = getComputedStyle(button)
      const probe = document.createElement('i')
      probe.style.cssText = 'color: var(--line-strong); background: var(--surface)'
      document.body.append(probe)
      const { color, backgroundColor: surface } = getComputedStyle(probe)
      return { is: [borderTopColor, backgroundColor], wanted: [color, surface] }
    })
    expect(look.is).toEqual(look.wanted)
  },
)

journey('no column of a list is cut off, alone and beside an open row', async ({ visit }) => {
  // Spanish words and American dates are the widest.
  const user = await visit({ tenant: 'cascade', as: 'tenant', locale: 'es_MX' })
  const table = user.page.locator('main table')
  // A page may turn into cards a moment after it has become narrow.
  const fits = (list: string, width: number) =>
    expect.poll(() => table.evaluateAll(cutColumns), { message: `${list} at ${width} pixels` }).toEqual([])
  await user.go('/')
  await user.page.locator('main time').first().waitFor()
  for (const list of [
    '/test-records',
    '/organisations',
    '/groups',
    '/users',
    '/subjects',
    '/invites',
    '/assays',
    '/audit',
  ]) {
    await user.page.setViewportSize({ width: 1440, height: 900 })
    await user.turnTo(`${list}?perPage=50`)
    await table.locator('tbody td').first().waitFor()
    for (const width of [1024, 1200, 1310, 1366, 1390, 1440]) {
      await user.page.setViewportSize({ width, height: 900 })
      await fits(list, width)
    }
    // Invites have no page: all their actions are in the row.
    if (list === '/invites') continue
    await table.locator('tbody a').first().click()
    await user.page.locator('[data-detail] h2').first().waitFor()
    for (const width of [1440, 1600]) {
      await user.page.setViewportSize({ width, height: 900 })
      await fits(list, width)
    }
  }
})

journey('the first row of every list is in sight at once, and a few presses of Tab away', async ({ visit }) => {
  const user = await visit({ tenant: 'cascade', as: 'tenant', locale: 'es_MX' })
  for (const list of lists) {
    await user.page.setViewportSize(desktop)
    await user.go(list)
    expect([list, await topOfFirstRow(user)]).toSatisfy(isAtMost(lowestRow.alone))
    if (list !== '/invites') {
      expect([list, await tabsToFirstRow(user, 'shell:skipToContent')]).toSatisfy(isAtMost(mostTabs))
      await user.go(list)
      // Two presses lead to the skip link, and one from there to the row.
      expect([list, await tabsToFirstRow(user, 'shell:skipToList')]).toSatisfy(isAtMost(3))
      await user.page.keyboard.press('Enter')
      await user.page.locator('[data-detail] h2').first().waitFor()
      expect([list, await topOfFirstRow(user)]).toSatisfy(isAtMost(lowestRow.besideOpen))
    }
    await user.page.setViewportSize(phone)
    await user.turnTo(list)
    expect([list, await topOfFirstRow(user)]).toSatisfy(isAtMost(lowestRow.phone))
  }
})

const isAtMost = (most: number) => (measured: unknown) => Array.isArray(measured) && Number(measured[1]) <= most

journey('no email, ID or time in a list is cut off, alone and beside an open row', async ({ visit }) => {
  const user = await visit({ tenant: 'cascade', as: 'tenant', locale: 'en_US' })
  for (const list of ['/test-records?range=last-month', '/subjects', '/users?user_type=all', '/invites', '/audit']) {
    await user.go(`${list}${list.includes('?') ? '&' : '?'}perPage=25`)
    const rows = user.page.locator('main tbody td, main li')
    await rows.first().waitFor()
    expect([list, await rows.evaluateAll(cutTexts)]).toEqual([list, []])
    if (list === '/invites') continue
    await user.page.locator('main [data-row]').first().click()
    await user.page.locator('[data-detail] h2').first().waitFor()
    expect([list, await user.page.locator('main tbody td').evaluateAll(cutTexts)]).toEqual([list, []])
  }
})

journey('a page is aligned with its breadcrumbs, however wide the screen', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: { width: 1920, height: 900 } })
  for (const address of ['/test-records', '/own-user']) {
    await user.go(address)
    const title = await box(user, '[data-page-heading]')
    expect(title.left).toBe((await box(user, 'nav ol a')).left)
  }
})

journey('on a phone the brand is in sight, and the filters are a panel from the side', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: phone })
  await user.go('/test-records')
  await recordLink(user, '').first().waitFor()
  await user.page.getByRole('banner').getByText('Harbour Health').waitFor()
  const panel = await openInBar(user, user.t('lists:filter.label'))
  await panel.getByLabel(user.t('fields:state'), { exact: true }).selectOption('voided')
  await user.page.waitForURL((url) => url.searchParams.get('state') === 'voided')
  await panel.getByRole('button', { name: /^Show \d+ records?$/ }).click()
  await panel.waitFor({ state: 'detached' })
  await filterInUse(user, user.t('testRecords:filter.state.voided')).click()
  await user.page.waitForURL((url) => !url.searchParams.has('state'))
})

journey('on a phone no button of the bar is cut off, whatever is chosen', async ({ visit }) => {
  const days = [
    'all',
    'today',
    'yesterday',
    'last-7-days',
    'this-month',
    'last-month',
    'custom&from=2026-01-01&to=2026-02-28',
  ]
  const readers = [
    { tenant: 'harbour', locale: 'en_GB' },
    { tenant: 'cascade', locale: 'en_US' },
    { tenant: 'cascade', locale: 'es_MX' },
  ] as const
  for (const reader of readers) {
    const user = await visit({ ...reader, as: 'tenant', size: phone })
    for (const range of days) {
      await user.go(`/test-records?result=positive,invalid&range=${range}`)
      const button = user.page.getByRole('button', { name: user.t('ranges:label') }).first()
      await button.waitFor()
      const cut = await user.page
        .getByRole('region', { name: user.t('lists:filter.label') })
        .locator('button > span')
        .evaluateAll((words) =>
          words
            .filter((word) => word.clientHeight > 1 && word.scrollWidth > word.clientWidth)
            .map((word) => word.textContent),
        )
      expect([user.locale, range, cut]).toEqual([user.locale, range, []])
    }
  }
})

journey('enlarged to 400%, nothing stays in place that covers more than a fifth of the page', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'clinical', size: { width: 320, height: 256 } })
  for (const address of ['/test-records', '/create-test', '/own-user']) {
    await user.go(address)
    await user.page.getByRole('heading', { level: 1 }).waitFor()
    expect([address, await user.page.evaluate(coveredShare)]).toEqual([
      address,
      expect.toSatisfy((share) => share <= 0.2),
    ])
  }
})

/** The share of the window's height that is covered by what stays while the page scrolls. */
function coveredShare(): number {
  const staying = Array.from(document.querySelectorAll<HTMLElement>('body *')).filter((element) => {
    const { position, display } = getComputedStyle(element)
    return /sticky|fixed/.test(position) && display !== 'none' && element.checkVisibility()
  })
  const heights = staying.map((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0))
  })
  return heights.reduce((sum, height) => sum + height, 0) / window.innerHeight
}

journey('in forced colours, what is chosen has a line around it, and nothing else has', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'organisation' })
  const { page, t } = user
  await page.emulateMedia({ forcedColors: 'active' })
  const lineOf = (name: string) =>
    page
      .getByRole('radio', { name })
      .locator('..')
      .evaluate((card) => getComputedStyle(card).borderTopWidth)
  await openRecording(user)
  await choosePlace(user)
  await chooseSubject(user, { email: 'forced.colours@journey.test' })
  await heading(user, 'recording:test.title').waitFor()
  expect(await lineOf(t('results:negative'))).toBe('1px')
  // It keeps the focus, as after a click.
  await page.getByRole('radio', { name: t('results:negative') }).check({ force: true })
  await expect.poll(() => lineOf(t('results:negative'))).toBe('3px')
  expect(await lineOf(t('results:positive'))).toBe('1px')
  // The way to record looks like a button, and no line runs through the name of the page.
  const record = page.getByRole('link', { name: t('shell:recordTest') }).first()
  expect(await record.evaluate((link) => getComputedStyle(link).borderTopWidth)).toBe('1px')
  await user.go('/')
  const positivity = page.getByRole('region', { name: t('dashboard:positivity') }).locator('[aria-hidden]')
  expect(await positivity.evaluate((bar) => getComputedStyle(bar).borderTopWidth)).toBe('1px')
  await user.go('/rounds')
  const here = page
    .getByRole('navigation', { name: t('shell:breadcrumbs') })
    .locator('[aria-current]')
    .first()
  expect(await here.evaluate((name) => getComputedStyle(name).outlineStyle)).toBe('none')
})

journey('on a phone the lines of a kit break between words alone', async ({ visit }) => {
  const nurse = await visit({ tenant: 'cascade', as: 'tenant', size: phone })
  const { page } = nurse
  await nurse.go('/rounds')
  await page.getByRole('article').getByRole('link').first().click()
  const row = page.locator('[data-row]').first()
  await row.waitFor()
  const heights = await row.getByText('Influenza A', { exact: true }).evaluate((name) => {
    const word = document.createRange()
    word.setStart(name.firstChild ?? name, 0)
    word.setEnd(name.firstChild ?? name, 'Influenza'.length)
    return word.getClientRects().length
  })
  expect(heights).toBe(1)
})

journey('choices beside buttons are as high as these', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  const { page, t } = user
  await user.go('/monthly-report')
  const month = page.getByRole('combobox', { name: t('monthlyReports:month') })
  const place = page.getByRole('combobox', { name: t('fields:organisationId') })
  await place.waitFor()
  expect((await month.boundingBox())?.height).toBe((await place.boundingBox())?.height)
})

journey('a policy leads back to the reader’s own start page', async ({ visit }) => {
  const reader = await visit({ tenant: 'harbour', as: 'clinical' })
  await reader.go('/cookie-policy')
  await reader.page.getByRole('link', { name: reader.t('shell:backTo', { product: 'Harbour Health' }) }).click()
  await reader.page.waitForURL((url) => url.pathname === '/')
  const visitor = await visit({ tenant: 'harbour' })
  await visitor.go('/eula')
  await visitor.page.getByRole('link', { name: visitor.t('shell:backTo', { product: 'Harbour Health' }) }).click()
  await visitor.page.waitForURL((url) => url.pathname === '/login')
})

journey('a printed list has every column and no control', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant', size: { width: 800, height: 900 } })
  await user.go('/test-records?range=last-month')
  await recordLink(user, '').first().waitFor()
  await user.page.emulateMedia({ media: 'print' })
  for (const column of ['recordedBy', 'performedAt', 'recordedAt'] as const)
    await expect.poll(() => user.page.getByText(user.t(`fields:${column}`), { exact: true }).isVisible()).toBe(true)
  await expect.poll(() => exportButton(user).isVisible()).toBe(false)
  await expect.poll(() => user.page.getByRole('button', { name: user.t('lists:page.next') }).isVisible()).toBe(false)
  await expect.poll(() => user.page.getByRole('searchbox').isVisible()).toBe(false)
  // The chosen filter is shown above the list.
  await expect.poll(() => filterInUse(user, user.t('ranges:last-month')).isVisible()).toBe(true)
})

journey('a printed record has its photo, its zone and the time of printing', async ({ visit }) => {
  const user = await visit({ tenant: 'harbour', as: 'tenant' })
  await user.go('/test-records?range=last-7-days&perPage=50')
  const photo = user.page.locator('aside img[src*="device-images"]')
  await recordLink(user, '').first().waitFor()
  for (const record of await recordLink(user, '').all()) {
    await record.click()
    // Until the record has loaded, the previous one is shown, with a photo of its own.
    const detail = user.page.getByRole('complementary', { name: (await record.innerText()).trim() })
    await detail.getByRole('heading', { name: user.t('fields:assayId'), exact: true }).waitFor()
    if ((await photo.count()) > 0) break
  }
  await user.page.emulateMedia({ media: 'print' })
  const sheet = user.page.locator('[data-print-sheet]')
  await sheet.locator('img[src*="device-images"]').waitFor()
  await expect
    .poll(() => sheet.innerText())
    .toMatch(/United Kingdom Time[^]*Printed \d\d\/\d\d\/\d{4} \d\d:\d\d \(United Kingdom Time\)/)
})

async function box({ page }: Visit, selector: string) {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, top } = element.getBoundingClientRect()
      return { left, top }
    })
}

/** The number of pixels by which each of these tables is cut off, if it is. Runs in the browser. */
function cutColumns(tables: Element[]): number[] {
  return tables
    .map(({ parentElement: frame }) => (frame === null ? 0 : frame.scrollWidth - frame.clientWidth))
    .filter((pixels) => pixels > 0)
}

/** The texts of those cells in which something extends beyond the visible area. Runs in the browser. */
function cutTexts(cells: Element[]): string[] {
  return cells
    .filter((cell) => getComputedStyle(cell).display !== 'none')
    .filter((cell) => {
      const right = Math.min(
        cell.getBoundingClientRect().right,
        document.querySelector('main')?.getBoundingClientRect().right ?? 0,
      )
      const inside = [cell, ...cell.querySelectorAll('span:not(.visually-hidden), time, a')]
      return (
        cell.scrollWidth > cell.clientWidth + 1 ||
        inside.some(
          (part) => getComputedStyle(part).position !== 'absolute' && part.getBoundingClientRect().right > right + 1,
        )
      )
    })
    .map((cell) => cell.textContent)
}

/** The number of elements that extend beyond the visible part of their table. Runs in the browser. */
function cutOff(elements: Element[]): number {
  return elements.filter((element) => {
    const frame = element.closest('table')?.parentElement ?? document.documentElement
    return element.getBoundingClientRect().right > frame.getBoundingClientRect().right
  }).length
}

journey.for([[360], [390]] as const)(
  'on a phone of %s pixels the notice about the clock is seen at once',
  async ([width], { visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'clinical', size: { width, height: 740 } })
    const { context, page, t } = nurse
    await context.clock.install({ time: new Date('2025-01-01T09:00:00Z') })
    await openRecording(nurse)
    await choosePlace(nurse)
    await chooseSubject(nurse, { email: 'clock-notice@journey.test' })
    await heading(nurse, 'recording:test.title').waitFor()
    const dismiss = page.getByRole('button', { name: t('shell:clockDismiss'), exact: true })
    await dismiss.waitFor()
    const top = await page
      .getByRole('button', { name: t('recording:continue') })
      .evaluate((b) => b.getBoundingClientRect().top)
    const bottom = await dismiss.evaluate((button) => button.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThan(top)
  },
)

journey('the actions of a page stay where they are while the lists of the page load', async ({ visit }) => {
  const admin = await visit({ tenant: 'harbour', as: 'tenant' })
  const operator = await visit({ tenant: 'operator', as: 'unlimited' })
  const pages: [Visit, string][] = [
    [operator, '/tenants'],
    [admin, '/organisations'],
    [admin, '/groups'],
    [admin, '/users'],
    [admin, '/assays'],
  ]
  for (const [user, address] of pages) {
    const { page } = user
    await user.go(address)
    const held: (() => void)[] = []
    const answersAgain = await routeForNow(page, /\/history\?|\/history$|[?&](group|organisation)_id=/, (route) => {
      held.push(() => void route.fallback())
    })
    await recordLink(user, '').first().click()
    const actions = page.locator('[data-actions]').last()
    await actions.waitFor()
    await expect.poll(() => held.length).toBeGreaterThan(0)
    const top = () => actions.evaluate((element) => element.getBoundingClientRect().top)
    const before = await top()
    answersAgain()
    for (const answer of held) answer()
    const waiting = page.locator('[data-detail]').getByLabel(user.t('shell:loading'))
    await expect.poll(() => waiting.count()).toBe(0)
    expect([address, await top()]).toEqual([address, before])
  }
})
