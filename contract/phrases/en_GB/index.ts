import type { Phrases } from '../phrases.ts'
import { errors } from './errors.ts'
import { userTypes } from './user-types.ts'
import { validation } from './validation.ts'

export const phrases: Phrases = { errors, userTypes, validation }
