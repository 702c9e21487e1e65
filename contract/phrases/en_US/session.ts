export { session } from '../en_GB/session.ts'
