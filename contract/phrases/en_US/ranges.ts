export { ranges } from '../en_GB/ranges.ts'
