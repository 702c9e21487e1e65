export { invitee } from '../en_GB/invitee.ts'
