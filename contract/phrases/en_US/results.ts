export { results } from '../en_GB/results.ts'
