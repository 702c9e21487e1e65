import type { RuleMessage } from '../../../contract/phrases/message-of.ts'
import type { FailureWords } from '../../api/failure-words.ts'
import type { Translate } from '../../ui/phrases.ts'
import { fieldLabel } from '../../ui/use-form.ts'
import type { FieldErrors } from './draft-check.ts'

/** The message when a step or saving fails. Recording has its own words for a lost network (spec §8). */
export const recordingFailure = {
  failed: 'recording:review.failed',
  offline: 'recording:review.offline',
} as const satisfies FailureWords

export type FieldWords = Record<string, string>

/**
 * Turns the messages of a check into words. `labels` are the tenant's own names for fields; `hint` is the date format.
 */
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
