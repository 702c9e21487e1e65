import { expect } from 'vitest'
import type { Locale } from '../../contract/locales.ts'
import type { TestingAlgorithmForm } from '../../contract/testing-algorithms/algorithm.ts'
import type { Result } from '../../contract/rules/results.ts'
import type { SubjectListItem } from '../../contract/subjects/subject.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { send } from '../stage/http.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { makeKit, type Kit } from './kits.ts'
import { exportButton } from './list.ts'
import { expectRowInSight } from './row-in-sight.ts'

/**
 * Checks the form of an algorithm, its page and the list, and sets of tests that are open, ended and stopped, also on the page of the
 * person and where the tests are exported.
 */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for testing algorithms', async ({ visit }) => {
    const admin = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = admin
    const first = await makeKit(admin, `First kit ${locale}`)
    const second = await makeKit(admin, `Second kit ${locale}`)
    await admin.go('/testing-algorithms/new')
    const form = page.getByRole('form', { name: t('shell:page.newTestingAlgorithm') })
    await form.getByRole('button', { name: t('testingAlgorithms:form.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'testing-algorithm-errors', 'shell:page.newTestingAlgorithm')

    const algorithm: { id: string } = await post(
      admin,
      '/testing-algorithms',
      twoSteps(`Screens ${locale}`, first, second),
    )
    await admin.go(`/testing-algorithms/${algorithm.id}`)
    await page.getByRole('heading', { name: t('testingAlgorithms:outcomes') }).waitFor()
    await checkScreen(admin, 'testing-algorithm', 'shell:page.testingAlgorithm')
    await page.getByRole('link', { name: t('testingAlgorithms:edit') }).click()
    await page.getByRole('form', { name: t('shell:page.editTestingAlgorithm') }).waitFor()
    await checkScreen(admin, 'testing-algorithm-form', 'shell:page.editTestingAlgorithm')

    const { open, ended, personId } = await makeSets(admin, algorithm.id, first)
    await admin.go(`/test-sets/${open}`)
    await page.getByRole('heading', { name: t('testingAlgorithms:set.next') }).waitFor()
    await checkScreen(admin, 'test-set-open', 'shell:page.testSet')
    await admin.turnTo(`/test-sets/${ended}`)
    await page.getByRole('button', { name: t('testingAlgorithms:set.print') }).waitFor()
    await checkScreen(admin, 'test-set-ended', 'shell:page.testSet')
    await admin.turnTo(`/test-sets/${open}`)
    await page.getByRole('link', { name: t('testingAlgorithms:set.stop') }).click()
    await page.getByRole('button', { name: t('testingAlgorithms:stop.submit') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(admin, 'test-set-stop-errors', 'shell:page.stopTestSet')
    await page.getByText(t('testingAlgorithms:stop.reason.referred'), { exact: true }).click()
    await page.getByRole('button', { name: t('testingAlgorithms:stop.submit') }).click()
    await page.getByText(t('testingAlgorithms:set.heldForGood')).waitFor()
    await checkScreen(admin, 'test-set-stopped', 'shell:page.testSet')
    await admin.turnTo('/testing-algorithms')
    await page.getByRole('link', { name: `Screens ${locale}`, exact: true }).waitFor()
    await checkScreen(admin, 'testing-algorithms', 'shell:page.testingAlgorithms')
    await expectRowInSight(admin)

    await admin.turnTo(`/subjects/${personId}`)
    const begin = t('testingAlgorithms:person.begin', { name: `Screens ${locale}` })
    await page.getByRole('button', { name: begin }).waitFor()
    await page
      .getByRole('region', { name: t('testingAlgorithms:person.title') })
      .getByRole('listitem')
      .first()
      .waitFor()
    await checkScreen(admin, 'subject-sets', 'shell:page.subject')
    await admin.turnTo(`/test-records?subject=${personId}`)
    await exportButton(admin).click()
    await page.getByText(t('testRecords:export.lacks', { count: 1 })).waitFor()
    await checkScreen(admin, 'test-records-held-back', 'shell:page.testRecords')
  })
}

/** Sends what must succeed, and returns its data. */
async function post({ port, tenant, cookies }: Visit, path: string, body: object) {
  const sent = await send(port, tenant, path, { method: 'POST', cookies, body })
  expect(sent.status, sent.body).toBe(201)
  return JSON.parse(sent.body).data
}

/** A positive first test is repeated with the second kit; whatever the two do not agree on is tested again. */
function twoSteps(name: string, first: Kit, second: Kit): TestingAlgorithmForm {
  const [positive, negative, again] = [{ outcome: 0 }, { outcome: 1 }, { outcome: 2 }]
  return {
    name,
    steps: [
      { name: 'A1', assayId: first.id, ways: { positive: { step: 1 }, negative, inconclusive: again, invalid: again } },
      { name: 'A2', assayId: second.id, ways: { positive, negative: again, inconclusive: again, invalid: again } },
    ],
    outcomes: [
      { name: 'HIV-positive', result: 'positive', followUpDays: null },
      { name: 'HIV-negative', result: 'negative', followUpDays: null },
      { name: 'HIV-inconclusive', result: 'inconclusive', followUpDays: 14 },
    ],
  }
}

/** Begins two sets of tests of somebody, of which the first is inconclusive at once and the second is left open. */
async function makeSets(admin: Visit, algorithmId: string, { id: assayId, analytes }: Kit) {
  const { port, tenant, cookies } = admin
  const people = await send(port, tenant, '/subjects?per_page=10', { cookies })
  const [person]: SubjectListItem[] = JSON.parse(people.body).data
  const group = person?.groups[0]
  if (person === undefined || group === undefined) throw new Error('The demo data has nobody in a group')
  const at = { organisationId: group.organisation.id, groupId: group.id, subjectId: person.id }
  const now = new Date(Date.now() - 10 * 60_000).toISOString()
  const begin = async (result: Result): Promise<string> => {
    const { id } = await post(admin, '/test-sets', { algorithmId, ...at })
    await post(admin, '/test-records', {
      ...at,
      testSetId: id,
      assayId,
      analyteResults: analytes.map((analyte) => ({ analyteId: analyte.id, result })),
      performedDate: now.slice(0, 10),
      performedTime: now.slice(11, 16),
      performedZone: 'UTC',
    })
    return id
  }
  // Nobody has two open sets of one algorithm.
  const ended = await begin('invalid')
  return { ended, open: await begin('positive'), personId: person.id }
}
