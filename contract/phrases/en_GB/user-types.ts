export const userTypes = {
  unlimited: 'Operator',
  tenant: 'Tenant administrator',
  organisation: 'Organisation administrator',
  group: 'Group administrator',
  provider: 'Provider',
  clinical: 'Clinician',
  patient: 'Patient',
} as const
