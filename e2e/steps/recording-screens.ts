import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { refuseCamera } from '../stage/camera-picture.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import {
  choosePlace,
  enterTest,
  heading,
  lookupHeading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './record-test.ts'

/** Checks each step of recording a test. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for recording', async ({ visit }) => {
    const nurse = await visit({ tenant, locale, as: 'organisation' })
    const check = (name: string) => checkScreen(nurse, name, 'shell:page.createTest')
    await openRecording(nurse)
    await heading(nurse, 'recording:place.title').waitFor()
    await check('recording-place')
    await choosePlace(nurse)
    await lookupHeading(nurse).waitFor()
    await check('recording-subject')
    await checkSubject(nurse, check)
    await heading(nurse, 'recording:test.title').waitFor()
    await proceed(nurse)
    await nurse.page.locator('[aria-invalid]').first().waitFor({ state: 'attached' })
    await check('recording-test-errors')
    await refuseCamera(nurse.page)
    await nurse.page.getByRole('button', { name: nurse.t('recordingDetails:lot.scan') }).click()
    await nurse.page.getByText(nurse.t('kitScan:camera.refused')).waitFor()
    await nurse.page.getByLabel(nurse.t('kitScan:code')).fill('(01)04006381333931')
    await nurse.page.getByRole('button', { name: nurse.t('kitScan:use') }).click()
    await nurse.page.getByRole('dialog').getByRole('alert').waitFor()
    await check('recording-scan')
    await nurse.page.getByRole('button', { name: nurse.t('shell:close') }).click()
    const lines = await nurse.page.getByRole('radio', { name: nurse.t('results:positive') }).count()
    await enterTest(nurse, { results: Array.from({ length: lines }, () => 'positive') })
    await heading(nurse, 'recording:review.title').waitFor()
    await check('recording-review')
    await nurse.context.setOffline(true)
    await saveTest(nurse)
    await nurse.page.getByText(nurse.t('recording:review.offline')).waitFor()
    await check('recording-offline')
    await nurse.context.setOffline(false)
    await saveTest(nurse)
    await savedTestId(nurse)
    await check('recording-saved')
  })
}

/** Checks the matches of a text, no match, a new subject with its errors, and the subject that is then found. */
async function checkSubject(nurse: Visit, check: (name: string) => Promise<void>): Promise<void> {
  const { page, t } = nurse
  const email = `screens@${nurse.locale.replace('_', '-').toLowerCase()}.test`
  await page.getByLabel(t('fields:email')).fill('ma')
  await page.getByRole('option').first().waitFor()
  await check('recording-subject-matches')
  await page.getByLabel(t('fields:email')).fill(email)
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  await page.getByText(t('errors:email-not-found')).waitFor()
  await check('recording-not-found')
  await page.getByRole('button', { name: t('recording:subject.create') }).click()
  const save = page.getByRole('button', { name: t('recording:subject.save') })
  await save.click()
  await page.locator('[aria-invalid]').first().waitFor()
  await check('recording-new-subject-errors')
  await page.getByLabel(t('fields:dateOfBirth')).fill('05/03/1980')
  await save.click()
  await heading(nurse, 'recording:test.title').waitFor()
  await page.goBack()
  await heading(nurse, 'recording:subject.found').waitFor()
  await check('recording-subject-found')
  await proceed(nurse)
}
