export { passwords } from '../en_GB/passwords.ts'
