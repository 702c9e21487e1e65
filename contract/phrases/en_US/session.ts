import { session as british } from '../en_GB/session.ts'

export const session = { ...british, forgottenPassword: 'Forgot your password?' }
