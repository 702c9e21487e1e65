import type { TypedPhone } from '../../contract/rules/phone.ts'

/** The rule for mobile numbers with its tables of every country; undefined when it does not come. */
export async function loadMobileRule() {
  return await import('../../contract/rules/mobile.ts').catch(() => undefined)
}

/** Whether its country has such a mobile number. Without the rule, the server finds what is wrong. */
export async function isMobile(typed: TypedPhone, pattern: string | null): Promise<boolean> {
  const rule = await loadMobileRule()
  return rule === undefined || rule.readMobile(typed, pattern) !== undefined
}
