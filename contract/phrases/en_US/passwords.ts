import { passwords as british } from '../en_GB/passwords.ts'

export const passwords = { ...british, 'reset.title': 'Forgot your password?' }
