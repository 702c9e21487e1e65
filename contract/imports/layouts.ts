import type { ImportColumn, ImportField } from './fields.ts'

/**
 * The layouts that are recognised, and `by-hand` for a file whose columns the user assigns. The three downloads of
 * results are SimpleReport's: one row for each test (until April 2024), then one for each test and disease, written by
 * the browser and, since July 2025, by its server.
 */
export const layouts = [
  'results-wide',
  'results-browser',
  'results-server',
  'patients',
  'results-upload',
  'patients-upload',
  'by-hand',
] as const
export type Layout = (typeof layouts)[number]

/** The columns of a layout by their headers, and those without which a file is not of this layout. */
interface LayoutColumns {
  columns: Readonly<Record<string, ImportField>>
  needs: readonly string[]
}

/** The columns of SimpleReport's three downloads of results, apart from those with the results. */
const downloaded = {
  'Patient first name': 'firstName',
  'Patient middle name': 'middleName',
  'Patient last name': 'lastName',
  'Patient date of birth': 'dateOfBirth',
  'Test date': 'performedAt',
  'Result reported date': 'reportedAt',
  'Test correction status': 'correction',
  'Test correction reason': 'correctionReason',
  'Device name': 'deviceName',
  'Device manufacturer': 'deviceManufacturer',
  'Device model': 'deviceModel',
  'Symptoms present': 'symptoms',
  'Symptom onset': 'symptomOnset',
  'Facility name': 'facility',
  Submitter: 'submitter',
  'Patient role': 'role',
  'Patient ID (Student ID, Employee ID, etc.)': 'localId',
  'Patient preferred language': 'language',
  'Patient phone number': 'phones',
  'Patient email': 'emails',
  'Patient street address': 'streetAddress',
  'Patient street address 2': 'streetAddress2',
  'Patient city': 'city',
  'Patient state': 'state',
  'Patient zip code': 'postcode',
  'Patient county': 'county',
  'Patient country': 'country',
  'Patient gender': 'sex',
  'Patient race': 'race',
  'Patient ethnicity': 'ethnicity',
  'Patient is a resident in a congregate setting': 'congregateResident',
  'Patient is employed in healthcare': 'healthcareWorker',
} as const

const downloadNeeds = ['Patient first name', 'Patient last name', 'Patient date of birth', 'Test date', 'Device model']

const long: LayoutColumns = {
  columns: { ...downloaded, Condition: 'condition', Result: 'result' },
  needs: [...downloadNeeds, 'Condition', 'Result'],
}

export const layoutColumns: Readonly<Record<Exclude<Layout, 'by-hand'>, LayoutColumns>> = {
  'results-browser': long,
  'results-server': long,
  // The columns with results are found by `wideResult`, because their number grew over the years.
  'results-wide': { columns: downloaded, needs: downloadNeeds },
  patients: {
    columns: {
      'First name': 'firstName',
      'Middle name': 'middleName',
      'Last name': 'lastName',
      Suffix: 'suffix',
      'Birth date': 'dateOfBirth',
      'Street address 1': 'streetAddress',
      'Street address 2': 'streetAddress2',
      City: 'city',
      County: 'county',
      State: 'state',
      'Postal code': 'postcode',
      Country: 'country',
      'Phone numbers': 'phones',
      Emails: 'emails',
      Race: 'race',
      Sex: 'sex',
      Ethnicity: 'ethnicity',
      Role: 'role',
      Facilities: 'facilities',
      'Employed in healthcare?': 'healthcareWorker',
      'Group or shared housing resident?': 'congregateResident',
      'Preferred language': 'language',
      Notes: 'notes',
    },
    needs: ['First name', 'Last name', 'Birth date', 'Facilities'],
  },
  'results-upload': {
    columns: {
      patient_id: 'localId',
      patient_last_name: 'lastName',
      patient_first_name: 'firstName',
      patient_middle_name: 'middleName',
      patient_street: 'streetAddress',
      patient_street2: 'streetAddress2',
      patient_city: 'city',
      patient_state: 'state',
      patient_zip_code: 'postcode',
      patient_county: 'county',
      patient_phone_number: 'phones',
      patient_dob: 'dateOfBirth',
      patient_sex: 'sex',
      patient_gender: 'sex',
      patient_race: 'race',
      patient_ethnicity: 'ethnicity',
      patient_preferred_language: 'language',
      patient_email: 'emails',
      accession_number: 'accession',
      equipment_model_name: 'deviceModel',
      test_performed_code: 'testCode',
      test_result: 'result',
      order_test_date: 'orderedAt',
      specimen_collection_date: 'performedAt',
      test_result_date: 'reportedAt',
      specimen_type: 'specimen',
      testing_lab_name: 'laboratory',
      ordering_facility_name: 'facility',
      ordering_provider_id: 'submitter',
      employed_in_healthcare: 'healthcareWorker',
      resident_congregate_setting: 'congregateResident',
      illness_onset_date: 'symptomOnset',
      comment: 'note',
      test_result_status: 'correction',
    },
    needs: ['patient_last_name', 'patient_first_name', 'patient_dob', 'test_performed_code', 'test_result'],
  },
  'patients-upload': {
    columns: {
      last_name: 'lastName',
      first_name: 'firstName',
      middle_name: 'middleName',
      suffix: 'suffix',
      race: 'race',
      date_of_birth: 'dateOfBirth',
      biological_sex: 'sex',
      ethnicity: 'ethnicity',
      street: 'streetAddress',
      street_2: 'streetAddress2',
      city: 'city',
      county: 'county',
      state: 'state',
      zip_code: 'postcode',
      country: 'country',
      phone_number: 'phones',
      phone_number_type: 'phoneType',
      employed_in_healthcare: 'healthcareWorker',
      resident_congregate_setting: 'congregateResident',
      role: 'role',
      email: 'emails',
      address_notes: 'notes',
    },
    // Older files lack the kind of telephone, and newer ones the sex.
    needs: ['last_name', 'first_name', 'date_of_birth', 'employed_in_healthcare', 'resident_congregate_setting'],
  },
}

/** The diseases in SimpleReport's downloads, by their names there. */
const conditions = [
  'COVID-19',
  'Flu A',
  'Flu B',
  'Flu A and B',
  'RSV',
  'HIV',
  'Syphilis',
  'Hepatitis C',
  'Gonorrhea',
  'Chlamydia',
] as const

/** The column with the results of one disease, if this is its header. Until June 2022 there was COVID-19 alone. */
export function wideResult(header: string): ImportColumn | undefined {
  if (header === 'test result') return { field: 'result', condition: 'COVID-19' }
  const condition = conditions.find((name) => header === `${name.toLowerCase()} result`)
  return condition && { field: 'result', condition }
}
