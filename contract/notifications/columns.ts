import * as z from 'zod/mini'
import { rule, text } from '../schema.ts'

/** What a column of a file for an authority can hold. A test of several analytes has a row for each. */
export const columnFields = [
  'testId',
  'kind',
  'repeat',
  'firstName',
  'lastName',
  'dateOfBirth',
  'sex',
  'race',
  'ethnicity',
  'nhsNumber',
  'localId',
  'role',
  'unit',
  'street',
  'street2',
  'city',
  'county',
  'state',
  'postcode',
  'country',
  'telephone',
  'email',
  'performedDate',
  'performedTime',
  'performedAt',
  'analyte',
  'loinc',
  'result',
  'resultCode',
  'resultOf',
  'specimen',
  'specimenCode',
  'kit',
  'manufacturer',
  'lot',
  'organisation',
  'group',
  'laboratory',
  'placeStreet',
  'placeCity',
  'placeCounty',
  'placeState',
  'placePostcode',
  'placeTelephone',
  'clia',
  'provider',
  'npi',
] as const
export type ColumnField = (typeof columnFields)[number]

/** A column of a file: its header, and what stands below. */
const reportColumn = z.strictObject({ header: text(100), field: z.enum(columnFields) })
export type ReportColumn = z.infer<typeof reportColumn>

/** The columns of a file in their order. No two have the same header. */
export const reportColumns = z.array(reportColumn).check(
  z.minLength(1),
  z.maxLength(100),
  rule('malformed', (columns) => new Set(columns.map(({ header }) => header)).size === columns.length),
)

const column = (header: string, field: ColumnField): ReportColumn => ({ header, field })

/**
 * The columns to begin with: in Great Britain what regulation 4A of the Health Protection (Notification) Regulations 2010 asks for, as it
 * was read on 2026-11-25, and elsewhere what the HHS asked of results of COVID-19 until 2023, which states still ask for.
 */
export function usualColumns(country: string): ReportColumn[] {
  return country === 'GB' ? ofGreatBritain : ofTheUs
}

const ofGreatBritain: ReportColumn[] = [
  column('Test ID', 'testId'),
  column('Report type', 'kind'),
  column('First name', 'firstName'),
  column('Surname', 'lastName'),
  column('Sex', 'sex'),
  column('Date of birth', 'dateOfBirth'),
  column('NHS number', 'nhsNumber'),
  column('Ethnicity', 'ethnicity'),
  column('Address line 1', 'street'),
  column('Address line 2', 'street2'),
  column('Town', 'city'),
  column('County', 'county'),
  column('Postcode', 'postcode'),
  column('Telephone', 'telephone'),
  column('Email', 'email'),
  column('Organism', 'analyte'),
  column('Result', 'result'),
  column('Specimen type', 'specimen'),
  column('Date of test', 'performedDate'),
  column('Time of test', 'performedTime'),
  column('Test kit', 'kit'),
  column('Manufacturer', 'manufacturer'),
  column('Test provider', 'organisation'),
  column('Test site', 'group'),
  column('Test site postcode', 'placePostcode'),
  column('Test site telephone', 'placeTelephone'),
]

const ofTheUs: ReportColumn[] = [
  column('accession_number', 'testId'),
  column('report_type', 'kind'),
  column('patient_id', 'localId'),
  column('patient_last_name', 'lastName'),
  column('patient_first_name', 'firstName'),
  column('patient_dob', 'dateOfBirth'),
  column('patient_gender', 'sex'),
  column('patient_race', 'race'),
  column('patient_ethnicity', 'ethnicity'),
  column('patient_street', 'street'),
  column('patient_street2', 'street2'),
  column('patient_city', 'city'),
  column('patient_county', 'county'),
  column('patient_state', 'state'),
  column('patient_zip_code', 'postcode'),
  column('patient_phone_number', 'telephone'),
  column('patient_email', 'email'),
  column('test_performed', 'analyte'),
  column('test_performed_code', 'loinc'),
  column('test_result', 'result'),
  column('test_result_code', 'resultCode'),
  column('test_result_date', 'performedAt'),
  column('specimen_type', 'specimen'),
  column('specimen_type_code', 'specimenCode'),
  column('equipment_model_name', 'kit'),
  column('equipment_manufacturer', 'manufacturer'),
  column('testing_lab_name', 'laboratory'),
  column('testing_lab_clia', 'clia'),
  column('testing_lab_street', 'placeStreet'),
  column('testing_lab_city', 'placeCity'),
  column('testing_lab_county', 'placeCounty'),
  column('testing_lab_state', 'placeState'),
  column('testing_lab_zip_code', 'placePostcode'),
  column('testing_lab_phone_number', 'placeTelephone'),
  column('ordering_provider_name', 'provider'),
  column('ordering_provider_id', 'npi'),
]
