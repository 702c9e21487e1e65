import type { Locale } from '../../contract/locales.ts'
import { detailKinds } from '../../contract/subjects/detail-kinds.ts'
import type { PersonDetails } from '../../contract/subjects/details.ts'
import type { OpenedSubject } from '../../contract/subjects/whole-subject.ts'
import type { Preferences } from '../../contract/tenants/preferences.ts'
import { alterReply } from '../stage/altered-reply.ts'
import type { TenantSlug } from '../stage/demo.ts'
import { journey } from '../stage/journey.ts'
import { checkScreen } from '../stage/screen-checks.ts'
import { choosePlace, heading, lookupHeading, openRecording } from './record-test.ts'
import { addSubject } from './subjects.ts'

const mobile = { number: '+44 7400 123456', type: 'mobile', texts: true } as const

const everything: PersonDetails = {
  role: 'resident',
  unit: { name: 'Maple wing', room: '12' },
  sex: 'female',
  race: 'asian',
  ethnicity: 'not-hispanic',
  language: 'es',
  telephones: [mobile, { number: '+44 20 7946 0958', type: 'landline', texts: false }],
  address: {
    streetAddress: '4 High Street',
    streetAddress2: null,
    city: 'Southampton',
    state: null,
    county: 'Hampshire',
    country: 'GB',
    postcode: 'SO14 3FJ',
  },
  guardian: { name: 'Rana Quill', relation: 'Mother', email: 'rana@people.test', telephone: mobile, receives: true },
  nhsNumber: '9434765919',
  consent: { by: 'Rana Quill', how: 'written', when: '2026-01-05', until: '2026-07-31', withdrawn: null },
}

/** Checks a person with all details, their form with errors, and recording where people are identified by their names. */
export function checkScreens(tenant: TenantSlug, locale: Locale): void {
  if (tenant === 'meadow') return

  journey('for the details of a person', async ({ visit }) => {
    const staff = await visit({ tenant, locale, as: 'tenant' })
    const { page, t } = staff
    const id = await addSubject(staff, {
      firstName: 'Bea',
      lastName: 'Quill',
      dateOfBirth: '2012-02-03',
      email: `bea@${locale.replace('_', '-').toLowerCase()}.details.test`,
      group: 0,
      tests: 0,
    })
    await alterReply<OpenedSubject>(staff, `/subjects/${id}`, (subject) => ({
      ...subject,
      details: everything,
      keptDetails: detailKinds.filter((kind) => kind !== 'consent'),
      hiddenDetails: ['consent'],
    }))
    await staff.go(`/subjects/${id}`)
    await heading(staff, 'personDetails:title').waitFor()
    await checkScreen(staff, 'subject-details', 'shell:page.subject')
    await page.getByRole('link', { name: t('subjects:edit') }).click()
    await page.getByLabel(t('personDetails:kind.nhsNumber')).fill('943 476 5918')
    await page.getByLabel(t('personDetails:clearHidden')).waitFor()
    await page.getByRole('button', { name: t('personDetails:addTelephone') }).click()
    await page.getByRole('button', { name: t('shell:saveChanges') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(staff, 'subject-details-form', 'shell:page.editSubject')
  })

  journey('for people identified by their names', async ({ visit }) => {
    const nurse = await visit({ tenant, locale, as: 'organisation' })
    const { page, t } = nurse
    await alterReply<Preferences>(nurse, '/get-site-preferences', (preferences) => ({
      ...preferences,
      subjects: { ...preferences.subjects, identifiesBy: 'names' },
    }))
    await openRecording(nurse)
    await heading(nurse, 'recording:place.title').waitFor()
    await choosePlace(nurse)
    await lookupHeading(nurse).waitFor()
    await page.getByLabel(t('subjectSearch:labelNames')).fill('Quirina Quixote')
    await page.getByRole('button', { name: t('recording:subject.find') }).click()
    await page.getByRole('button', { name: t('recording:subject.create') }).click()
    await page.getByRole('button', { name: t('recording:subject.save') }).click()
    await page.locator('[aria-invalid]').first().waitFor()
    await checkScreen(nurse, 'recording-new-by-names', 'shell:page.createTest')
  })
}
