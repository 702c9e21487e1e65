import { testRecords as british } from '../en_GB/test-records.ts'

export const testRecords = {
  ...british,
  'filter.organisation': 'Organization',
  'filter.anyOrganisation': 'All organizations',
  'record.organisation': 'Organization',
}
