import { describe, expect } from 'vitest'
import { defaultPermissions, type Permission, type UserType } from '../contract/permissions/permissions.ts'
import type { PhraseKey } from '../contract/phrases/translate.ts'
import type { Result } from '../contract/rules/results.ts'
import { tenants, type TenantSlug } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import { phone, type Visit } from './stage/visit.ts'
import { devicePhoto } from './steps/device-photo.ts'
import { exportButton, exportList, recordLink, searchTests } from './steps/list.ts'
import { logIn } from './steps/log-in.ts'
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

/**
 * Checks that the navigation has exactly the links of the user type's permissions, and Record Test for those who may.
 */
async function expectNavigation(
  { page, t }: Visit,
  userType: UserType,
  prevented: readonly Permission[] = [],
): Promise<void> {
  const held = defaultPermissions[userType].filter((permission) => !prevented.includes(permission))
  const ownOrAll = (all: Permission, list: PhraseKey, own: Permission, page: PhraseKey) =>
    held.includes(all) ? [t(list)] : held.includes(own) ? [t(page)] : []
  // An operator belongs to no place, so lists of places and people would be empty.
  const ofPlaces = [
    ...(held.includes('view-tests') ? [t('shell:tests')] : []),
    ...(held.includes('create-tests') ? [t('shell:inProgress')] : []),
    ...(userType === 'tenant' && held.includes('edit-own-tenant') ? [t('shell:assays')] : []),
    ...(held.includes('view-subjects') ? [t('shell:subjects')] : []),
    ...(held.includes('view-invites') ? [t('shell:invites')] : []),
    ...(held.includes('view-users') ? [t('shell:users')] : []),
    ...ownOrAll('view-orgs', 'shell:organisations', 'view-own-org', 'shell:ownOrganisation'),
    ...ownOrAll('view-groups', 'shell:groups', 'view-own-group', 'shell:ownGroup'),
  ]
  const wanted = [
    t(userType === 'patient' ? 'shell:page.myResults' : 'shell:page.dashboard'),
    ...(userType === 'unlimited' ? [t('shell:page.tenants'), t('shell:page.assayCatalogue')] : ofPlaces),
    ...(held.includes('view-audit') ? [t('shell:audit')] : []),
    ...(held.includes('view-own-tenant') ? [t('shell:ownTenant')] : []),
  ]
  await page.getByRole('button', { name: new RegExp(`^${t('shell:userMenu', { name: '' })}`) }).waitFor()
  const menu = page.getByRole('button', { name: t('shell:openNavigation') })
  if (await menu.isVisible()) await menu.click()
  const navigation = page.getByRole('navigation', { name: t('shell:mainNavigation') })
  await navigation.waitFor()
  const links = await navigation.getByRole('link').allInnerTexts()
  // A number of tests that other journeys have started may follow the words.
  expect(links.map((words) => words.split('\n')[0])).toEqual(wanted)
  const record = page.getByRole('link', { name: t('shell:recordTest') })
  expect((await record.count()) > 0).toBe(held.includes('create-tests'))
}

async function expectBesideTheList({ page, t }: Visit, testId: string): Promise<void> {
  await page.getByRole('complementary', { name: testId }).waitFor()
  await page.getByRole('table', { name: t('testRecords:list.caption') }).waitFor()
}

async function expectPhoto({ page }: Visit): Promise<void> {
  const photo = page.locator('#root img[src*="device-images"]')
  await photo.waitFor()
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
}
