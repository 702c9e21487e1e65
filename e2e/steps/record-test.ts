import type { PhraseKey } from '../../contract/phrases/translate.ts'
import type { Result } from '../../contract/rules/results.ts'
import { typedDate } from '../stage/demo.ts'
import { send } from '../stage/http.ts'
import type { AnyVisit, Part } from '../stage/screen.ts'
import type { Visit } from '../stage/visit.ts'

export interface TestToRecord {
  /** The email of a human subject, who is created if necessary, born on 5 March 1980. */
  email?: string
  /** The IDs of a non-human subject. */
  customIds?: readonly [string, string]
  /** One per line of the test. */
  results: readonly Result[]
  photo?: Buffer
}

/** Goes from the link in the navigation to the review, without saving. */
export async function fillInTest(visit: Visit, test: TestToRecord): Promise<void> {
  await openRecording(visit)
  await choosePlace(visit)
  await chooseSubject(visit, test)
  await enterTest(visit, test)
  await heading(visit, 'recording:review.title').waitFor()
}

/** Opens the form for a new test, after discarding a draft of an earlier journey. */
export async function openRecording(visit: Visit): Promise<void> {
  // After a login by the form, only the browser has the session.
  const inBrowser = (await visit.context.cookies(visit.origin)).map(({ name, value }) => [name, value] as const)
  await forgetDraft({ ...visit, cookies: new Map(inBrowser) })
  await visit.go('/create-test')
}

/** Discards the draft of the visit's user, without the browser. */
export async function forgetDraft({
  port,
  tenant,
  cookies,
}: Pick<Visit, 'port' | 'tenant' | 'cookies'>): Promise<void> {
  const path = '/test-records/draft'
  const { data } = JSON.parse((await send(port, tenant, path, { cookies })).body) as {
    data: { idempotencyKey: string } | null
  }
  if (data === null) return
  await send(port, tenant, `${path}?idempotency_key=${data.idempotencyKey}`, { method: 'DELETE', cookies })
}

/** Records a test and returns its test ID. */
export async function recordTest(visit: Visit, test: TestToRecord): Promise<string> {
  await fillInTest(visit, test)
  await saveTest(visit)
  return await savedTestId(visit)
}

export async function saveTest({ page, t }: AnyVisit): Promise<void> {
  await page.getByRole('button', { name: t('recording:review.save') }).click()
}

/** The test ID on the page that confirms the test. */
export async function savedTestId(visit: AnyVisit): Promise<string> {
  await heading(visit, 'recording:saved.title').waitFor()
  const label = visit.page.getByText(visit.t('fields:testId'), { exact: true })
  return await label.evaluate((words) => words.closest('p')?.nextElementSibling?.textContent?.trim() ?? '')
}

/** Takes the first organisation and group if there is a choice; users with one place are not asked. */
export async function choosePlace(visit: AnyVisit): Promise<void> {
  const { page, t } = visit
  const place = heading(visit, 'recording:place.title')
  await place.or(lookupHeading(visit)).waitFor()
  if (!(await place.isVisible())) return
  for (const field of ['organisationId', 'groupId'] as const) {
    const choices = page.getByRole('radiogroup', { name: t(`fields:${field}`) }).getByRole('radio')
    if ((await choices.count()) > 0) await choices.first().check({ force: true })
  }
  await proceed(visit)
}

/** Looks the subject up and creates it if it does not exist. */
export async function chooseSubject(visit: AnyVisit, { email, customIds }: Partial<TestToRecord>): Promise<void> {
  const { page, t } = visit
  await lookupHeading(visit).waitFor()
  if (email !== undefined) await page.getByLabel(t('fields:email')).fill(email)
  for (const [at, label] of ['Tag', 'Herd'].entries()) {
    if (customIds !== undefined) await page.getByLabel(label).fill(customIds[at] ?? '')
  }
  await page.getByRole('button', { name: t('recording:subject.find') }).click()
  const create = page.getByRole('button', { name: t('recording:subject.create') })
  const found = heading(visit, 'recording:subject.found')
  await create.or(found).waitFor()
  if (await found.isVisible()) return await proceed(visit)
  await create.click()
  if (email !== undefined) {
    await page.getByLabel(t('fields:dateOfBirth')).fill(typedDate(visit.tenant, '1980-03-05'))
  }
  await page.getByRole('button', { name: t('recording:subject.save') }).click()
}

/** Enters the result of each line of the test, and the photo if there is one. */
export async function enterTest(visit: Visit, { results, photo }: TestToRecord): Promise<void> {
  const { page, t } = visit
  await enterResults(visit, results)
  if (photo !== undefined) {
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'device.jpg', mimeType: 'image/jpeg', buffer: photo })
    await page.getByText(t('recordingDetails:photo.attached', { name: 'device.jpg' })).waitFor()
  }
  await proceed(visit)
}

/** Enters the result of each line of the test. */
export async function enterResults(visit: AnyVisit, results: readonly Result[]): Promise<void> {
  const { page, t } = visit
  await heading(visit, 'recording:test.title').waitFor()
  for (const [at, result] of results.entries()) {
    await page
      .getByRole('radio', { name: t(`results:${result}`) })
      .nth(at)
      .check({ force: true })
  }
}

export async function proceed({ page, t }: AnyVisit): Promise<void> {
  await page.getByRole('button', { name: t('recording:continue') }).click()
}

export function lookupHeading(visit: AnyVisit) {
  const isHuman = visit.tenant !== 'meadow'
  return heading(visit, isHuman ? 'recording:subject.title' : 'recording:subject.titleOther')
}

export function heading({ page, t }: AnyVisit, key: PhraseKey): Part {
  return page.getByRole('heading', { name: t(key), exact: true })
}

/** Expands the optional fields of a test. */
export async function openMoreDetails({ page, t }: Visit): Promise<void> {
  await page.locator('summary').getByText(t('recording:test.details')).click()
}
