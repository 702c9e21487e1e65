import { testRecords as british } from '../en_GB/test-records.ts'

export const testRecords = { ...british, 'record.organisation': 'Organization' }
