import { assay } from '../../contract/assays/assay.ts'
import { gtin } from '../../contract/rules/assay-codes.ts'
import { address } from '../../contract/rules/address.ts'
import { refusedPart } from '../../contract/rules/address-terms.ts'
import { isPattern } from '../../contract/rules/tenant-pattern.ts'
import { user } from '../../contract/own-account/user.ts'
import { newInvite } from '../../contract/invites/endpoints.ts'
import { email } from '../../contract/rules/name-and-email.ts'
import { orderingProvider } from '../../contract/groups/ordering-provider.ts'
import { clia, hasNpiCheckDigit, npi } from '../../contract/rules/npi-and-clia.ts'
import { instantOf } from '../../contract/rules/dates.ts'
import { readPhone, shownPhone } from '../../contract/rules/phone-number.ts'
import { countryOfPhone } from '../../contract/rules/phone-and-postcode.ts'
import { newPassword } from '../../contract/rules/password.ts'
import { overallResult } from '../../contract/rules/results.ts'
import { isTestId } from '../../contract/rules/test-id.ts'
import { optionalText, text } from '../../contract/schema.ts'
import { detailsForm } from '../../contract/subjects/details.ts'
import { newSubject } from '../../contract/subjects/whole-subject.ts'
import { preferences } from '../../contract/tenants/preferences.ts'
import { pathOf } from '../../contract/testing-algorithms/path.ts'
import { testingAlgorithmForm } from '../../contract/testing-algorithms/algorithm.ts'
import { newTestRecord } from '../../contract/test-records/new-test-record.ts'
import { secondReadings } from '../../contract/test-records/test-record.ts'
import { idleMinutes } from '../../contract/limits-and-times.ts'
import { demoPassword } from './accounts.ts'
import type { DemoTenant } from './demo-tenant.ts'
import type { PlacedInvite } from './invites.ts'
import type { PlacedAssay } from './places.ts'
import type { PlacedSubject } from './subjects.ts'
import type { PlacedRecord } from './test-records.ts'
import type { UserRow } from './users.ts'

const name = text(100)
const description = optionalText(500)

/** Checks a tenant's data against the rules for real input. Throws at the first violation. */
export function checkDemoTenant(demo: DemoTenant): void {
  newPassword.parse(demoPassword)
  checkTenant(demo)
  for (const organisation of demo.organisations) {
    name.parse(organisation.name)
    description.parse(organisation.description)
    checkPhone(demo, organisation)
    if (organisation.npi !== null) npi.parse(organisation.npi)
    checkAddress(demo, organisation)
  }
  for (const { row } of demo.groups) {
    name.parse(row.name)
    description.parse(row.description)
    checkPhone(demo, row)
    if (row.clia !== null) clia.parse(row.clia)
    checkLab(demo, row)
  }
  for (const { row } of demo.assays) checkAssay(row, demo)
  for (const { row } of demo.members) checkUser(row)
  for (const subject of demo.subjects) checkSubject(subject)
  for (const row of demo.details) checkDetails(row)
  for (const record of demo.records) checkRecord(record)
  for (const { row } of demo.invites) checkInvite(demo, row)
  checkSecondReadings(demo)
  checkSets(demo)
}

function checkLab(demo: DemoTenant, row: DemoTenant['groups'][number]['row']): void {
  if (row.lab_country !== null) {
    const { lab_street_address, lab_city, lab_state, lab_county, lab_country, lab_postcode } = row
    checkAddress(demo, {
      name: row.name,
      street_address: lab_street_address,
      city: lab_city,
      state: lab_state,
      county: lab_county,
      country: lab_country,
      postcode: lab_postcode,
    })
  }
  if (row.provider_last_name === null) return
  const provider = orderingProvider.parse({
    firstName: row.provider_first_name,
    middleName: row.provider_middle_name,
    lastName: row.provider_last_name,
    suffix: row.provider_suffix,
    npi: row.provider_npi,
  })
  must(provider.npi === null || hasNpiCheckDigit(provider.npi), `NPI of ${provider.lastName}`)
}

type Placed = Record<'name' | 'country', string> &
  Record<'street_address' | 'city' | 'state' | 'county' | 'postcode', string | null>

function checkAddress({ tenant }: DemoTenant, row: Placed): void {
  const sound = address.parse({
    streetAddress: row.street_address,
    city: row.city,
    state: row.state,
    county: row.county,
    country: row.country,
    postcode: row.postcode,
  })
  const terms = { countries: tenant.countries, postcodeRegex: tenant.postcode_regex }
  must(isPattern(tenant.postcode_regex), `pattern ${tenant.postcode_regex}`)
  must(refusedPart(sound, terms) === undefined, `address of ${row.name}`)
}

function checkPhone({ tenant }: DemoTenant, { name: of, phone }: { name: string; phone: string | null }): void {
  const country = phone === null ? undefined : countryOfPhone(phone)
  if (phone === null || country === undefined) return must(phone === null, `country of ${phone}`)
  must(tenant.countries.includes(country), `country of ${phone}`)
  const read = readPhone({ country, number: phone }, 'either', tenant.phone_regex)
  must('number' in read && shownPhone(read.number) === phone, `telephone of ${of}`)
}

function checkTenant({ tenant }: DemoTenant): void {
  preferences.parse({
    id: tenant.id,
    version: 1,
    name: name.parse(tenant.name),
    slug: tenant.slug,
    productName: name.parse(tenant.product_name),
    environment: 'local',
    defaultLanguage: tenant.default_language,
    availableLanguages: tenant.available_languages,
    countries: tenant.countries,
    phoneRegex: tenant.phone_regex,
    postcodeRegex: tenant.postcode_regex,
    subjects: tenant.subjects,
    features: tenant.features,
    theme: tenant.theme,
    logos: { light: null, dark: null, icon: null },
    appLinks: tenant.app_links.production,
    dateFormat: tenant.date_format,
    sessionIdleMinutes: idleMinutes.usual,
    suspension: null,
    errorReporting: { dsn: null },
  })
}

function checkAssay(row: PlacedAssay['row'], { assayMeanings }: DemoTenant): void {
  assay.parse({
    id: row.id,
    name: name.parse(row.name),
    manufacturer: row.manufacturer,
    model: row.model,
    analytes: row.analytes,
    specimens: row.specimens,
    gtin: gtin.parse(row.gtin),
    organisations: null,
    status: 'active',
    isDefault: false,
    hasInstructions: Object.keys(row.instructions).length > 0,
    offeredResults: row.offered_results,
    readFromMinutes: row.read_from_minutes,
    readUntilMinutes: row.read_until_minutes,
    imageRequired: row.image_required,
    requiresTimer: false,
    twoReaders: false,
    instructions: row.instructions,
    meanings: row.meanings,
    organisationMeanings: assayMeanings
      .filter(({ assay_id: id }) => id === row.id)
      .map(({ organisation_id: id, meanings }) => ({ organisation: { id, name: '' }, meanings })),
    pictures: [],
    takenFrom: null,
    version: 1,
  })
}

function checkUser(row: UserRow): void {
  email.parse(row.email)
  name.parse(row.full_name)
  user.shape.userType.shape.name.parse(row.user_type)
  user.shape.lang.parse(row.lang)
}

function checkSubject({ row, identity }: PlacedSubject): void {
  newSubject.parse(
    row.kind === 'human'
      ? {
          kind: row.kind,
          groupId: row.group_id,
          email: identity.email,
          dateOfBirth: identity.date_of_birth,
          firstName: identity.first_name,
          lastName: identity.last_name,
          localId: identity.local_id,
        }
      : { kind: row.kind, groupId: row.group_id, customId1: identity.custom_id_1, customId2: identity.custom_id_2 },
  )
}

function checkDetails({ role, unit, room, sex, language, guardian, nhs_number }: DemoTenant['details'][number]): void {
  detailsForm.parse({
    role,
    unit: unit === null ? null : { name: unit, room },
    sex,
    language,
    guardian,
    nhsNumber: nhs_number,
  })
}

function checkRecord({ row, performed }: PlacedRecord): void {
  newTestRecord.parse({
    organisationId: row.organisation_id,
    groupId: row.group_id,
    subjectId: row.subject_id,
    assayId: row.assay_id,
    analyteResults: row.analyte_results.map(({ analyteId, result }) => ({ analyteId, result })),
    specimen: row.specimen,
    performedDate: performed.day,
    performedTime: performed.time,
    performedZone: row.performed_zone,
    location: row.location,
    coordinates: row.latitude === null ? null : { latitude: row.latitude, longitude: row.longitude },
    deviceImageId: row.device_image_id,
    lot: row.lot,
    lotExpiry: row.lot_expiry,
    note: row.note,
  })
  must(isTestId(row.test_id), `test ID ${row.test_id}`)
  must(row.result === overallResult(row.analyte_results.map(({ result }) => result)), `result of ${row.test_id}`)
  const at = instantOf(performed.day, performed.time, row.performed_zone)
  must(at?.getTime() === row.performed_at.getTime(), `time of ${row.test_id}`)
}

/** The second reader is somebody else, and the record's state follows from both readings. */
function checkSecondReadings({ records, secondReadings: made }: DemoTenant): void {
  const readings = new Map(made.map((reading) => [reading.test_record_id, reading]))
  for (const { row } of records) {
    const reading = readings.get(row.id)
    must(row.second_reading === null || secondReadings.includes(row.second_reading), `reading of ${row.test_id}`)
    must((reading !== undefined) === ['agreed', 'differ', 'settled'].includes(row.second_reading ?? ''), row.test_id)
    if (reading === undefined) continue
    must(reading.first_by !== reading.read_by, `readers of ${row.test_id}`)
    must((reading.result === reading.first_result) === (row.second_reading === 'agreed'), `readings of ${row.test_id}`)
    must((reading.kept !== null) === (row.second_reading === 'settled'), `settlement of ${row.test_id}`)
  }
}

/** A set has the outcome to which its tests lead, or none while the next test is to be made. */
function checkSets({ records, testSets: { versions, sets, tests } }: DemoTenant): void {
  const rows = new Map(records.map(({ row }) => [row.id, row]))
  for (const { tenant_id: _, algorithm_id, version: __, ...form } of versions) {
    const { steps } = testingAlgorithmForm.parse(form)
    for (const set of sets.filter((one) => one.algorithm_id === algorithm_id)) {
      const own = tests.filter(({ test_set_id }) => test_set_id === set.id)
      const made = own.map(({ test_record_id }) => rows.get(test_record_id))
      must(new Set(made.map((row) => row?.subject_id)).size === 1, `subject of a set`)
      must(
        own.every(({ step }, at) => made[at]?.assay_id === steps[step]?.assayId),
        `kits of a set`,
      )
      const { next } = pathOf({ steps }, (step) => made[step]?.result)
      must(set.outcome === ('outcome' in next ? next.outcome : null), `outcome of a set`)
    }
  }
}

function checkInvite({ tenant }: DemoTenant, row: PlacedInvite['row']): void {
  newInvite.parse({ groupId: row.group_id, email: row.email, mobile: null, lang: row.lang })
  if (row.mobile === null) return
  const country = countryOfPhone(row.mobile)
  must(country !== undefined && tenant.countries.includes(country), `country of ${row.mobile}`)
  const read = country && readPhone({ country, number: row.mobile }, 'mobile', tenant.phone_regex)
  must(read !== undefined && 'number' in read && read.number === row.mobile, `mobile number ${row.mobile}`)
}

function must(isValid: boolean, what: string): void {
  if (!isValid) throw new Error(`The demo data breaks a rule: ${what}`)
}
