export { mail } from '../en_GB/mail.ts'
