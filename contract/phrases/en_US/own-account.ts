import { ownAccount as british } from '../en_GB/own-account.ts'

export const ownAccount = { ...british, organisation: 'Organization' }
