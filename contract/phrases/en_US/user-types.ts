import { userTypes as british } from '../en_GB/user-types.ts'

export const userTypes = { ...british, organisation: 'Organization administrator' }
