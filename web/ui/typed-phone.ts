import { countryOfPhone, type PhoneField, type TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import { t } from './phrases.ts'
import type { FieldErrors } from './use-form.ts'

/** The rule for telephone numbers with its tables; undefined when it does not come. */
export async function loadPhoneRule() {
  return await import('../../contract/rules/phone-number.ts').catch(() => undefined)
}
export type PhoneRule = Awaited<ReturnType<typeof loadPhoneRule>>

/** What was typed as it is sent: nothing where there is no number, whatever its country. */
export function givenPhone(typed: TypedPhone): TypedPhone | null {
  return typed.number.trim() === '' ? null : typed
}

/**
 * What is wrong with a number that was typed, if anything is. Of a number without its country the form's schema says so;
 * without the rule, the server finds what is wrong.
 */
export async function phoneErrors(field: PhoneField, typed: TypedPhone, pattern: string | null): Promise<FieldErrors> {
  if (typed.country === '' || typed.number.trim() === '') return {}
  const rule = await loadPhoneRule()
  const read = rule?.readPhone(typed, rule.lineOf[field], pattern)
  return read && 'problem' in read ? { [`${field}.number`]: t(`rules:${read.problem}`) } : {}
}

/** A stored number as its fields show it; without the rule, whole. */
export function phoneAsTyped(stored: string | null, rule: PhoneRule): TypedPhone {
  if (stored === null) return { country: '', number: '' }
  return rule?.writePhone(stored) ?? { country: countryOfPhone(stored) ?? '', number: stored }
}
