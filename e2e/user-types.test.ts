import { describe, expect } from 'vitest'
import { defaultPermissions, type UserType } from '../contract/permissions/permissions.ts'
import type { Result } from '../contract/rules/results.ts'
import { tenants, type TenantSlug } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { devicePhoto } from './steps/device-photo.ts'
import { exportButton, exportList, recordLink, searchTests } from './steps/list.ts'
import { logIn } from './steps/log-in.ts'
import { expectNavigation } from './steps/navigation.ts'
import { recordTest, type TestToRecord } from './steps/record-test.ts'

const several: readonly Result[] = ['negative', 'positive', 'negative']

const atWork: readonly { tenant: TenantSlug; userType: UserType; test: TestToRecord }[] = [
  { tenant: 'harbour', userType: 'tenant', test: { email: 'of-tenant@journey.test', results: ['positive'] } },
  { tenant: 'cascade', userType: 'organisation', test: { email: 'of-organisation@journey.test', results: several } },
  { tenant: 'meadow', userType: 'group', test: { customIds: ['JOURNEY-1', 'HERD-1'], results: ['negative'] } },
  { tenant: 'harbour', userType: 'provider', test: { email: 'of-provider@journey.test', results: ['invalid'] } },
  { tenant: 'cascade', userType: 'clinical', test: { email: 'of-clinical@journey.test', results: several } },
]

describe('a user who may record', () => {
  for (const { tenant, userType, test } of atWork) {
    journey(`${userType} at ${tenant} logs in, records, finds, opens and exports`, async ({ visit }) => {
      const user = await visit({ tenant })
      await user.go('/login')
      await logIn(user, userType)
      await expectNavigation(user, userType)

      const photo = userType === 'clinical' ? await devicePhoto() : undefined
      const testId = await recordTest(user, { ...test, ...(photo && { photo }) })
      expect(testId).toMatch(new RegExp(`^${tenants[tenant].idPrefix}-[0-9A-Z]{8}$`))

      await searchTests(user, testId)
      await recordLink(user, testId).click()
      await expectBesideTheList(user, testId)
      if (photo) await expectPhoto(user)
      await user.page.setViewportSize(phone)
      await user.page.getByRole('heading', { level: 1, name: testId }).waitFor()
      await user.page.getByRole('link', { name: user.t('testRecords:detail.back') }).click()
      await recordLink(user, testId).waitFor()

      if (!defaultPermissions[userType].includes('export-tests')) {
        await expect.poll(() => exportButton(user).count()).toBe(0)
        return
      }
      const lines = await exportList(user)
      expect(lines[0]).toContain(user.t('export:performedAtIso'))
      expect(lines.filter((line) => line.includes(testId))).toHaveLength(1)
      expect(lines).toHaveLength(3) // headers, the record, and the end of the last line
    })
  }
})

journey('a patient sees their own tests and no others', async ({ visit }) => {
  const nurse = await visit({ tenant: 'harbour', as: 'clinical' })
  const testId = await recordTest(nurse, { email: 'patient@harbour.test', results: ['inconclusive'] })
  await nurse.go('/test-records?perPage=100')
  const others = nurse.page.locator('tr', { hasNotText: 'patient@harbour.test' }).locator('[data-row]')
  await others.first().waitFor()
  const othersId = await others.first().getAttribute('data-row')

  const patient = await visit({ tenant: 'harbour', size: phone })
  await patient.go('/login')
  await logIn(patient, 'patient')
  await expectNavigation(patient, 'patient')
  await patient.go('/test-records?perPage=100')
  await recordLink(patient, testId).waitFor()
  const cards = patient.page.locator('li', { has: patient.page.locator('[data-row]') })
  const subjects = await cards.allInnerTexts()
  expect(subjects.filter((text) => !text.includes('patient@harbour.test'))).toEqual([])
  await expect.poll(() => exportButton(patient).count()).toBe(0)

  await patient.go(`/test-records/${othersId}`)
  await patient.page.getByText(patient.t('errors:not-found')).waitFor()
  expect(new URL(patient.page.url()).pathname).toBe('/')
})

journey('the operator may not test or invite: neither is offered, and the form leads back', async ({ visit }) => {
  const operator = await visit({ tenant: 'operator' })
  await operator.go('/login')
  await logIn(operator, 'unlimited')
  await expectNavigation(operator, 'unlimited', ['view-invites', 'create-tests'])
  await operator.go('/create-test')
  await operator.page.getByText(operator.t('errors:test-creation-disabled')).waitFor()
  expect(new URL(operator.page.url()).pathname).toBe('/')
})

const elsewhere: readonly [TenantSlug, UserType][] = [
  ['harbour', 'organisation'],
  ['harbour', 'group'],
  ['cascade', 'tenant'],
  ['cascade', 'group'],
  ['cascade', 'provider'],
  ['cascade', 'patient'],
  ['meadow', 'tenant'],
  ['meadow', 'organisation'],
  ['meadow', 'provider'],
  ['meadow', 'clinical'],
  ['meadow', 'patient'],
]

journey('all other types see exactly their navigation', async ({ visit }) => {
  for (const [tenant, userType] of elsewhere) {
    const user = await visit({ tenant, as: userType })
    await user.go('/')
    await expectNavigation(user, userType)
    await user.context.close()
  }
})

async function expectBesideTheList({ page, t }: Visit, testId: string): Promise<void> {
  await page.getByRole('complementary', { name: testId }).waitFor()
  await page.getByRole('table', { name: t('testRecords:list.caption') }).waitFor()
}

async function expectPhoto({ page }: Visit): Promise<void> {
  const photo = page.locator('#root img[src*="device-images"]')
  await photo.waitFor()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
