import { registration as british } from '../en_GB/registration.ts'

export const registration = { ...british, terms: 'I accept the End User License Agreement' }
