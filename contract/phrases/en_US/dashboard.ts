export { dashboard } from '../en_GB/dashboard.ts'
