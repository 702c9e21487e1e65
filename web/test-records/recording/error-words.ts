import type { RuleMessage } from '../../../contract/phrases/message-of.ts'
import type { FailureWords } from '../../editing/failure-words.ts'
import type { Translate } from '../../ui/phrases.ts'
import { fieldLabel } from '../../ui/use-form.ts'
import type { FieldErrors } from './draft-check.ts'

/** What is said where a step or the saving fails. The specification has its own words for a lost network here (spec §8). */
export const recordingFailure = {
  failed: 'recording:review.failed',
  offline: 'recording:review.offline',
} as const satisfies FailureWords

/** Per field, the words to show. */
export type FieldWords = Record<string, string>

/** The messages of a check in words. `labels` are the tenant's own names for fields; `hint` is the format for dates. */
export function errorWords(
  errors: FieldErrors,
  t: Translate,
  hint: string,
  labels: Record<string, string> = {},
): FieldWords {
  const words = ([field, message]: [string, RuleMessage]): [string, string] => [
    field,
    t(`rules:${message.phrase}`, {
      field: labels[field] ?? labelOf(field),
      ...message.values,
      ...(message.phrase === 'date' && { format: hint }),
    }),
  ]
  return Object.fromEntries(Object.entries(errors).map(words))
}

function labelOf(field: string): string {
  return fieldLabel(field.startsWith('result.') ? 'result' : field === 'deviceImageId' ? 'file' : field)
}
