import type { getOutbreakRules } from '../../contract/outbreaks/endpoints.ts'
import type { Outbreak, OutbreakDetails } from '../../contract/outbreaks/outbreak.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Locale } from '../../contract/locales.ts'
import type { TestRecordListItem } from '../../contract/test-records/test-record.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { alterReply } from '../stage/altered-reply.ts'
import { send } from '../stage/http.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { expectRowInSight } from './row-in-sight.ts'

/** Checks the list of outbreaks, the rules with errors, an outbreak with its line list, and the form that closes it. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for outbreaks', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    const details = await detailsOf(admin)
    const { id } = details.outbreak
    // The server takes minutes to find one, and only where the rules of the tenant are on.
    await alterReply<Reply<typeof getOutbreakRules>['data']>(admin, '/outbreak-rules', (data) => ({
      ...data,
      rules: { ...data.rules, isOn: true },
    }))
    await alterReply<Outbreak[]>(admin, '/outbreaks?*state=open*', () => [details.outbreak])
    await alterReply<Outbreak[]>(admin, '/outbreaks?*state=closed*', () => [closed(details.outbreak)])
    await page.route(`**/api/v1/outbreaks/${id}`, (route) => route.fulfill({ json: { data: details } }))

    await admin.go('/outbreaks')
    await page.getByText(t('outbreaks:state.person'), { exact: true }).first().waitFor()
    await checkScreen(admin, 'outbreaks', 'shell:page.outbreaks')
    await expectRowInSight(admin)
    await page.getByRole('link', { name: t('outbreaks:rules'), exact: true }).click()
    const rules = page.getByRole('form', { name: t('shell:page.outbreakRules') })
    await rules.getByLabel(t('outbreaks:rules.positives')).fill('1')
    await rules.getByLabel(t('outbreaks:rules.daysOther')).fill('')
    await rules.getByRole('button', { name: t('outbreaks:rules.save') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'outbreak-rules-errors', 'shell:page.outbreakRules')

    await admin.go(`/outbreaks/${id}`)
    await page.getByRole('table', { name: t('outbreaks:lineList') }).waitFor()
    await checkScreen(admin, 'outbreak', 'shell:page.outbreak')
    await page.getByRole('link', { name: t('outbreaks:close'), exact: true }).click()
    await page.getByRole('button', { name: t('outbreaks:close.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'outbreak-close-errors', 'shell:page.closeOutbreak')
  })
}

/** An outbreak among the latest records of the tenant. */
async function detailsOf({ port, tenant, cookies }: Visit): Promise<OutbreakDetails> {
  const sent = await send(port, tenant, '/test-records?per_page=10', { cookies })
  const records: TestRecordListItem[] = JSON.parse(sent.body).data
  const [first] = records
  if (first === undefined) throw new Error('The demo data has no records')
  const { organisation, group, performedAt, performedZone } = first
  const person = { unit: null, room: '12', role: 'resident' } as const
  return {
    outbreak: {
      id: '0190a000-0000-7000-8000-000000000001',
      organisation,
      group,
      unit: null,
      analyte: 'SARS-CoV-2',
      zone: performedZone,
      openedAt: records[4]?.performedAt ?? performedAt,
      lastPositiveAt: performedAt,
      cases: 5,
      foundAt: performedAt,
      reopenedAt: performedAt,
      closedAt: null,
      closedBecause: null,
      closedBy: null,
      note: null,
      lastsUntil: '2030-03-05',
      nextTestOn: '2030-02-12',
    },
    days: [
      { day: '2030-02-01', cases: 1 },
      { day: '2030-02-05', cases: 4 },
    ],
    cases: records.slice(0, 5).map((record, at) => ({
      subject: record.subject,
      ...person,
      sex: at === 0 ? 'female' : null,
      age: 70 + at,
      testRecordId: record.id,
      testId: record.testId,
      performedAt: record.performedAt,
      day: record.performedAt.slice(0, 10),
      assay: record.assay.name,
      result: 'positive',
      earlier: at === 1 ? { result: 'negative', performedAt: record.performedAt } : null,
    })),
    untested: records.slice(5, 8).map((record, at) => ({
      subject: record.subject,
      ...person,
      last: at === 0 ? null : { result: 'negative', performedAt: record.performedAt },
    })),
  }
}

function closed(outbreak: Outbreak): Outbreak {
  const { foundAt, organisation } = outbreak
  return {
    ...outbreak,
    id: '0190a000-0000-7000-8000-000000000002',
    closedAt: foundAt,
    closedBecause: 'person',
    closedBy: organisation,
    note: 'Declared over',
  }
}
