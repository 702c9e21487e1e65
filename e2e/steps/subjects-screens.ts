import { locales, type Locale } from '../../contract/locales.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import type { Visit } from '../stage/visit.ts'
import { addSubject, mergeNew } from './subjects.ts'
import { heading } from './record-test.ts'

/** Checks a subject, its form and its merging. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  journey('for subjects', async ({ visit }) => {
    const staff = await visit({ tenant, locale, as: 'tenant' })
    await openDuplicate(staff)
    await checkScreen(staff, 'subject', 'shell:page.subject')
    await staff.page.getByRole('link', { name: new RegExp(`^${staff.t('merging:compare')} `) }).click()
    await staff.page.getByRole('dialog').getByRole('table').waitFor()
    await checkScreen(staff, 'subject-merge', 'shell:page.compareSubjects')
    await staff.page.keyboard.press('Escape')
    await staff.page.getByRole('link', { name: staff.t('subjects:edit') }).click()
    await staff.page
      .getByRole('dialog')
      .getByRole('button', { name: staff.t('shell:saveChanges') })
      .waitFor()
    await checkScreen(staff, 'subject-form', 'shell:page.editSubject')
    await staff.turnTo('/subjects?search=nobody')
    await heading(staff, 'subjects:noMatch.title').waitFor()
    await checkScreen(staff, 'subjects-no-match', 'shell:page.subjects')
  })
}

/** Opens a person with a duplicate, who was merged with a third before. */
async function openDuplicate(staff: Visit): Promise<void> {
  const domain = `${staff.locale.replace('_', '-').toLowerCase()}.twice.test`
  const add = (lastName: string, group: 0 | 1, tests: number) =>
    addSubject(staff, {
      firstName: 'Dorothea',
      lastName,
      // Two languages may use one tenant.
      dateOfBirth: `${1938 + locales.indexOf(staff.locale)}-11-04`,
      email: `${lastName}@${domain}`.toLowerCase(),
      group,
      tests,
    })
  const id = await add('Ellingham', 0, 1)
  await mergeNew(staff, id, await add('Elingham', 1, 0))
  await add('Ellinghan', 1, 1)
  await staff.go(`/subjects/${id}`)
  await staff.page.getByText(staff.t('merging:duplicates.title')).waitFor()
  await staff.page.getByRole('heading', { name: staff.t('merging:merged') }).waitFor()
  await staff.page.getByRole('link', { name: staff.t('subjects:testsAll') }).waitFor()
}
