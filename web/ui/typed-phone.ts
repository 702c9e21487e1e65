import { countryOfPhone, type PhoneField, type TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import { t } from './phrases.ts'
import type { FieldErrors } from './use-form.ts'

/** Loads the rule for telephone numbers with its tables; undefined if it cannot be loaded. */
export async function loadPhoneRule() {
  return await import('../../contract/rules/phone-number.ts').catch(() => undefined)
}
export type PhoneRule = Awaited<ReturnType<typeof loadPhoneRule>>

/** Converts a typed number for sending: null without a number, whatever its country. */
export function givenPhone(typed: TypedPhone): TypedPhone | null {
  return typed.number.trim() === '' ? null : typed
}

/**
 * The errors of a typed number. The form's schema reports a missing country; without the rule, the server finds the
 * errors.
 */
export async function phoneErrors(field: PhoneField, typed: TypedPhone, pattern: string | null): Promise<FieldErrors> {
  if (typed.country === '' || typed.number.trim() === '') return {}
  const rule = await loadPhoneRule()
  const read = rule?.readPhone(typed, rule.lineOf[field], pattern)
  return read && 'problem' in read ? { [`${field}.number`]: t(`rules:${read.problem}`) } : {}
}

/** Splits a stored number into its fields; without the rule, it stays whole. */
export function phoneAsTyped(stored: string | null, rule: PhoneRule): TypedPhone {
  if (stored === null) return { country: '', number: '' }
  return rule?.writePhone(stored) ?? { country: countryOfPhone(stored) ?? '', number: stored }
}
