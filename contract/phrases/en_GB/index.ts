import type { Phrases } from '../phrases.ts'
import { errors } from './errors.ts'
import { exportPhrases } from './export.ts'
import { userTypes } from './user-types.ts'
import { validation } from './validation.ts'

export const phrases: Phrases = { errors, export: exportPhrases, userTypes, validation }
