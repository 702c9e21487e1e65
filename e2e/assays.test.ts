import { expect } from 'vitest'
import { journey } from './stage/journey.ts'
import { pressAlone } from './steps/keyboard.ts'
import { devicePhoto } from './steps/device-photo.ts'
import { recordLink } from './steps/list.ts'
import {
  choosePlace,
  chooseSubject,
  heading,
  openRecording,
  proceed,
  savedTestId,
  saveTest,
} from './steps/record-test.ts'

journey(
  'a test kit from the catalogue records three lines, and its records stay as they are once it is another',
  async ({ visit }) => {
    const admin = await visit({ tenant: 'harbour', as: 'tenant' })
    const { page, t } = admin
    await admin.go('/assays')
    await page.getByRole('link', { name: t('assays:catalogue.add') }).click()
    await page.getByLabel(t('assayForm:catalogue.search')).fill('dengue igm')
    await page
      .getByRole('button', { name: t('assayForm:catalogue.takeOf', { name: 'Dengue NS1, IgG and IgM' }) })
      .click()
    await page.getByText(t('assays:created')).waitFor()

    await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
    const edit = page.getByRole('form', { name: t('shell:page.editAssay') })
    const file = { name: 'step.jpg', mimeType: 'image/jpeg', buffer: await devicePhoto() }
    await edit.getByLabel(t('assayForm:form.addPicture')).setInputFiles(file)
    await edit.locator('[name="pictures.0.words.en_GB"]').fill('Two lines')
    await edit.locator('[name="instructions.en_GB"]').fill('Read it when two lines are there.')
    await edit.getByRole('button', { name: t('places:save') }).click()
    await page.getByText(t('assays:updated')).waitFor()

    await openRecording(admin)
    await choosePlace(admin)
    await chooseSubject(admin, { email: 'three.lines@people.test', results: [] })
    await heading(admin, 'recording:test.title').waitFor()
    await page.getByLabel(t('fields:assayId')).selectOption('Dengue NS1, IgG and IgM')
    await page.getByText(t('recordingDetails:instructions')).click()
    const picture = page.getByRole('img', { name: 'Two lines' })
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    // The first line is answered by its key, the others all at once.
    const first = page.getByRole('radiogroup', { name: 'Dengue NS1 antigen' })
    await first.getByRole('radio').first().focus()
    await pressAlone(page, '1')
    await page.getByText(t('recordingDetails:lines.open', { answered: 1, count: 3 })).waitFor()
    await pressAlone(page, '0')
    await expect.poll(() => page.getByRole('radio', { checked: true }).count()).toBe(3)
    await proceed(admin)
    await heading(admin, 'recording:review.title').waitFor()
    await saveTest(admin)
    const testId = await savedTestId(admin)

    await page.getByRole('link', { name: t('lists:openRecord') }).click()
    // If the detail is beside the list, the row names the lines that are not negative, too.
    const expectAsRecorded = async () => {
      await page.locator('dd', { hasText: 'Dengue NS1, IgG and IgM' }).first().waitFor()
      for (const line of ['Dengue NS1 antigen', 'Dengue IgG', 'Dengue IgM']) {
        await page.locator('dt', { hasText: line }).first().waitFor()
      }
    }
    await expectAsRecorded()

    await admin.go('/assays?search=dengue')
    await recordLink(admin, 'Dengue').first().click()
    await page.getByRole('link', { name: t('places:edit'), exact: true }).click()
    const form = page.getByRole('form', { name: t('shell:page.editAssay') })
    await form.getByLabel(t('fields:name'), { exact: true }).first().fill('Mosquito panel')
    await form.getByRole('button', { name: t('assayForm:form.remove', { name: 'Dengue IgM' }) }).click()
    await form.getByRole('button', { name: t('places:save') }).click()
    await page.getByText(t('assays:updated')).waitFor()

    await admin.go(`/test-records?search=${testId}`)
    await recordLink(admin, testId).click()
    await expectAsRecorded()
  },
)
