import { noDetails } from '../../contract/subjects/details.ts'
import type { ReportedTest } from '../../server/notifications/reported-test.ts'

/** A test at a clinic in Wisconsin with all that a report can tell. */
export function reportedTest(other: Partial<ReportedTest> = {}): ReportedTest {
  return {
    id: '019b0000-0000-7000-8000-000000000001',
    messageId: other.id ?? '019b0000-0000-7000-8000-000000000001',
    tenantName: 'Lakeside Health',
    testId: 'CW-2026-000123',
    kind: 'first',
    version: 1,
    performedAt: new Date('2026-11-03T15:30:00Z'),
    zone: 'America/Chicago',
    issuedAt: new Date('2026-11-03T15:46:10Z'),
    mayRepeat: false,
    lines: [{ analyte: 'SARS-CoV-2 antigen', loinc: '94558-4', result: 'positive', isOutcome: false }],
    specimen: { name: 'Nasal swab', snomed: '445297001' },
    lot: 'LOT-7',
    kit: {
      name: 'COVID-19 rapid test',
      manufacturer: 'Ardent Diagnostics',
      model: 'AD-19',
      gtin: '09506000134352',
    },
    person: {
      id: '019b0000-0000-7000-8000-0000000000aa',
      firstName: 'Rosa',
      lastName: 'Delgado',
      dateOfBirth: '1950-02-09',
      email: 'rosa@mail.example',
      localId: 'R-17',
      details: {
        ...noDetails,
        sex: 'female',
        race: 'white',
        ethnicity: 'hispanic',
        telephones: [{ number: '+1 608 555 0142', type: 'mobile', texts: true }],
        address: {
          streetAddress: '12 Elm Street',
          streetAddress2: 'Apt 4',
          city: 'Madison',
          state: 'WI',
          county: 'Dane',
          country: 'US',
          postcode: '53703',
        },
      },
    },
    group: {
      id: '019b0000-0000-7000-8000-0000000000bb',
      name: 'Rapid tests',
      labName: 'Lakeside Clinic Lab',
      address: {
        streetAddress: '400 Lake Street',
        streetAddress2: null,
        city: 'Madison',
        state: 'WI',
        county: 'Dane',
        country: 'US',
        postcode: '53715',
      },
      phone: '+1 608 555 0100',
      clia: '52D1234567',
      provider: { firstName: 'Ada', middleName: 'B', lastName: 'Ash', suffix: 'MD', npi: '1234567893' },
    },
    organisation: {
      id: '019b0000-0000-7000-8000-0000000000cc',
      name: 'Lakeside Clinic',
      address: null,
      phone: null,
      npi: null,
    },
    ...other,
  }
}

/** A test at a care home in England, which has neither a CLIA number nor a provider. */
export function englishTest(other: Partial<ReportedTest> = {}): ReportedTest {
  const us = reportedTest()
  const home = {
    streetAddress: '3 High Street',
    streetAddress2: null,
    city: 'Southampton',
    state: null,
    county: 'Hampshire',
    country: 'GB' as const,
    postcode: 'SO14 3FJ',
  }
  return {
    ...us,
    zone: 'Europe/London',
    performedAt: new Date('2026-07-03T09:30:00Z'),
    issuedAt: new Date('2026-07-03T09:46:00Z'),
    person: {
      ...us.person,
      details: {
        ...noDetails,
        sex: 'male',
        ethnicity: 'indian',
        nhsNumber: '9434765919',
        telephones: [{ number: '+44 20 7946 0018', type: 'landline', texts: false }],
        address: home,
      },
    },
    group: {
      id: us.group.id,
      name: 'Ground floor',
      labName: null,
      address: null,
      phone: null,
      clia: null,
      provider: null,
    },
    organisation: { ...us.organisation, name: 'Elm House', address: home, phone: '+44 23 8055 1234' },
    ...other,
  }
}
