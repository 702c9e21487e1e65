export { invites } from '../en_GB/invites.ts'
