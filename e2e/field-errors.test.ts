import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { instantOf } from '../contract/rules/dates.ts'
import { tenants, typedDate } from './stage/demo.ts'
import { journey } from './stage/journey.ts'
import type { Visit } from './stage/visit.ts'
import { choosePlace, chooseSubject, heading, openRecording, proceed } from './steps/record-test.ts'

describe('login', () => {
  for (const locale of ['en_US', 'es_MX'] as const) {
    journey(`reports errors at their fields, in ${locale}`, async ({ visit }) => {
      const visitor = await visit({ tenant: 'cascade', locale })
      const { page, t } = visitor
      const email = page.getByLabel(t('fields:email'), { exact: true })
      const password = page.getByLabel(t('fields:password'), { exact: true })
      const submit = page.getByRole('button', { name: t('session:submit'), exact: true })
      await visitor.go('/login')
      await submit.click()
      await expectError(email, t('rules:required', { field: t('fields:email') }))
      await expectError(password, t('rules:required', { field: t('fields:password') }))
      await expectFocus(email)

      await email.fill('nobody@journey.test')
      await password.fill('Wrong-Password-1')
      await submit.click()
      await expectError(password, t('serverErrors:wrong-credentials'))
      await expectFocus(password)
      await expect.poll(() => email.inputValue()).toBe('nobody@journey.test')
      await expect.poll(() => password.inputValue()).toBe('Wrong-Password-1')
    })
  }
})

describe('recording', () => {
  for (const [tenant, locale] of [
    ['harbour', 'en_GB'],
    ['cascade', 'es_MX'],
  ] as const) {
    journey(`reports the errors of a test at their fields, in ${locale}`, async ({ visit }) => {
      const nurse = await visit({ tenant, as: 'clinical', locale })
      await openRecording(nurse)
      await choosePlace(nurse)
      await expectLookupErrors(nurse)
      await expectDateOfBirthErrors(nurse)
      await expectPerformedErrors(nurse)
      await expectPhotoErrors(nurse)
    })
  }
})

async function expectLookupErrors(nurse: Visit): Promise<void> {
  const { page, t } = nurse
  const email = page.getByLabel(t('fields:email'))
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await expectError(email, t('rules:required', { field: t('fields:email') }))
  await expectFocus(email)
  await email.fill('not an@email')
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await expectError(email, t('rules:email'))
  await email.fill('unknown@journey.test')
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await page.getByText(t('errors:email-not-found')).waitFor()
  await expect.poll(() => email.inputValue()).toBe('unknown@journey.test')
  await page.getByRole('button', { name: t('recording:subject.create') }).click()
}

async function expectDateOfBirthErrors(nurse: Visit): Promise<void> {
  const { page, t, tenant } = nurse
  const born = page.getByLabel(t('fields:dateOfBirth'))
  const hint = (await born.getAttribute('placeholder')) ?? ''
  const cases = [
    [typedDate(tenant, '2001-02-31'), t('rules:date', { format: hint })],
    [typedDate(tenant, dayFromNow({ days: 2 })), t('rules:dateInFuture')],
    [typedDate(tenant, dayFromNow({ years: -121 })), t('rules:dateTooOld')],
  ] as const
  for (const [typed, message] of cases) {
    await born.fill(typed)
    await page.getByRole('button', { name: t('recording:subject.save') }).click()
    await expectError(born, message)
    await expectFocus(born)
    await expect.poll(() => born.inputValue()).toBe(typed)
  }
  await page.getByRole('button', { name: t('recording:subject.lookUpInstead') }).click()
  await chooseSubject(nurse, { email: `errors@${tenant}.journey.test`, results: [] })
  await heading(nurse, 'recording:test.title').waitFor()
}

async function expectPerformedErrors(nurse: Visit): Promise<void> {
  const { page, t, tenant } = nurse
  const lines = page.getByRole('radiogroup')
  const date = page.getByLabel(t('fields:performedDate'), { exact: true })
  const time = page.getByLabel(t('fields:performedTime'), { exact: true })
  await proceed(nurse)
  const firstLine = tenant === 'cascade' ? 'SARS-CoV-2' : t('fields:result')
  await lines
    .first()
    .getByText(t('rules:required', { field: firstLine }))
    .waitFor()
  await expectFocus(page.getByRole('radio').first())
  for (const line of await lines.all()) await line.getByRole('radio').first().check({ force: true })

  const hint = (await date.getAttribute('placeholder')) ?? ''
  const skipped = lastSkippedHour(tenants[tenant].zone)
  const cases = [
    [typedDate(tenant, '2026-02-31'), '09:30', date, t('rules:date', { format: hint })],
    [typedDate(tenant, dayFromNow({ years: -121 })), '09:30', date, t('rules:beforeBirth')],
    [typedDate(tenant, dayFromNow({ days: 2 })), '09:30', time, t('rules:timeInFuture')],
    [typedDate(tenant, skipped.day), skipped.time, time, t('rules:skippedHour')],
  ] as const
  for (const [typed, clock, field, message] of cases) {
    await date.fill(typed)
    await time.fill(clock)
    await proceed(nurse)
    await expectError(field, message)
    await expectFocus(field)
    await expect.poll(() => date.inputValue()).toBe(typed)
    await expect.poll(() => time.inputValue()).toBe(clock)
  }
}

async function expectPhotoErrors({ page, t }: Visit): Promise<void> {
  const file = page.locator('input[type=file]').first()
  const wrong = [
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo'), message: t('rules:image') },
    { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>'), message: t('rules:image') },
    {
      name: 'big.jpg',
      mimeType: 'image/jpeg',
      // The file begins like a photo but cannot be decoded, and so not be scaled down.
      buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(10 * 1024 * 1024)]),
      message: t('rules:imageTooLarge'),
    },
  ]
  for (const { message, ...payload } of wrong) {
    await file.setInputFiles(payload)
    await page.getByRole('alert').getByText(message).waitFor()
    await page.getByRole('button', { name: t('recordingDetails:photo.choose') }).waitFor()
  }
}

/** The message belongs to the field, so that a screen reader reads it with the field. */
async function expectError(field: Locator, message: string): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  const described = (await field.getAttribute('aria-describedby'))?.split(' ') ?? []
  const texts = await Promise.all(described.map((id) => field.page().locator(`[id="${id}"]`).innerText()))
  expect(texts.map((text) => text.trim())).toContain(message)
}

async function expectFocus(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
}

function dayFromNow({ days = 0, years = 0 }): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate() + days))
    .toISOString()
    .slice(0, 10)
}

/** The latest day and time in the past that clocks in the zone skipped. */
function lastSkippedHour(zone: string): { day: string; time: string } {
  for (let back = 1; back < 400; back += 1) {
    const day = dayFromNow({ days: -back })
    const time = ['01:30', '02:30'].find((clock) => instantOf(day, clock, zone) === undefined)
    if (time !== undefined) return { day, time }
  }
  throw new Error(`Clocks in ${zone} did not change within a year`)
}
