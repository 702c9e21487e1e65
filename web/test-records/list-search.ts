import { testRecordList } from '../../contract/test-records/filter.ts'
import { rangedAddressOf } from '../lists/ranged-address.ts'

export type { TestRecordsSearch as ListSearch } from '../paths.ts'

/** The addresses of the list of tests. They hold ranges and days where the contract has instants. */
export const testRecordAddress = rangedAddressOf(testRecordList)
