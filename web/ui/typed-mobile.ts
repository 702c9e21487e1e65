import type { TypedPhone } from '../../contract/rules/phone-and-postcode.ts'
import { t } from './phrases.ts'
import type { FieldErrors } from './use-form.ts'

/** The rule for telephone numbers with its tables; undefined when it does not come. */
export async function loadPhoneRule() {
  return await import('../../contract/rules/phone-number.ts').catch(() => undefined)
}

/**
 * What is wrong with a mobile number that was typed, if anything is. Of a number without its country the form's schema
 * says so; without the rule, the server finds what is wrong.
 */
export async function mobileErrors(typed: TypedPhone, pattern: string | null): Promise<FieldErrors> {
  if (typed.country === '' || typed.number.trim() === '') return {}
  const rule = await loadPhoneRule()
  const read = rule?.readPhone(typed, 'mobile', pattern)
  return read && 'problem' in read ? { 'mobile.number': t(`rules:${read.problem}`) } : {}
}

/** A stored number (E.164) as its fields show it. Without the rule, whole: its country can be chosen again. */
export async function typedMobile(stored: string): Promise<TypedPhone> {
  const rule = await loadPhoneRule()
  return rule?.writePhone(stored) ?? { country: '', number: stored }
}
