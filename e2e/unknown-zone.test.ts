import { expect } from 'vitest'
import { changeRows } from './stage/database.ts'
import { send } from './stage/http.ts'
import { journey } from './stage/journey.ts'
import { installation } from './stage/worker.ts'
import { recordLink, searchTests } from './steps/list.ts'
import { fillInTest, heading, savedTestId, saveTest } from './steps/record-test.ts'

journey.for([['Foo/Bar'], [undefined]] as const)(
  'a browser in the zone %s shows and takes times in UTC, and says so',
  async ([zone], { visit }) => {
    const nurse = await visit({ tenant: 'harbour', as: 'group' })
    const { context, page, t } = nurse
    await context.addInitScript((named) => {
      const known = Intl.DateTimeFormat
      const knowsOne = new Proxy(known, {
        construct(target, given: [string?, Intl.DateTimeFormatOptions?]) {
          if (given[1]?.timeZone === 'Pacific/Kanton') throw new RangeError('Invalid time zone specified')
          return new target(...given)
        },
      })
      Intl.DateTimeFormat = knowsOne
      // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
      const resolved = Intl.DateTimeFormat.prototype.resolvedOptions
      Intl.DateTimeFormat.prototype.resolvedOptions = function resolvedOptions() {
        return { ...resolved.call(this), timeZone: named }
      }
    }, zone)
    await nurse.go('/login')
    await nurse.go('/')
    await heading(nurse, 'dashboard:latest').waitFor()
    await page.getByText(t('shell:zoneUnknown')).waitFor()
    await page.locator('main svg').first().waitFor()
    const email = `zone-${zone === undefined ? 'none' : 'foo'}@journey.test`
    await fillInTest(nurse, { email, results: ['negative'] })
    await page.reload()
    await heading(nurse, 'recording:review.title').waitFor()
    await saveTest(nurse)
    const testId = await savedTestId(nurse)
    const stored = await send(nurse.port, 'harbour', `/test-records?search=${testId}`, { cookies: nurse.cookies })
    expect(JSON.parse(stored.body)).toMatchObject({ data: [{ testId, performedZone: 'UTC' }] })

    // The test was recorded by a device in a zone that this browser does not know.
    await changeRows(
      installation().dataDir,
      'harbour',
      `update test_records set performed_zone = 'Pacific/Kanton' where test_id = $1`,
      [testId],
    )
    await searchTests(nurse, testId)
    await recordLink(nurse, testId).click()
    await page.getByRole('link', { name: t('testRecords:record.correct'), exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByRole('radio', { name: t('results:positive') }).check({ force: true })
    await form.getByLabel(t('fields:reason'), { exact: true }).selectOption('data-entered-incorrectly')
    await page.getByRole('button', { name: t('changing:correct.submit') }).click()
    await page.getByText(t('changing:correct.updated')).waitFor()
    expect(nurse.complaints).toEqual([])
  },
)
