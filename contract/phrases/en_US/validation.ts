import { validation as british } from '../en_GB/validation.ts'

export const validation = { ...british, 'field.organisationId': 'Organization' }
