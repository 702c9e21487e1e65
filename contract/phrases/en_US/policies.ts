import type { PolicyTexts } from '../policy.ts'
import { policies as british } from '../en_GB/policies.ts'

const spellings = [
  ['organisation', 'organization'],
  ['colours', 'colors'],
  ['anonymised', 'anonymized'],
  ['recognise', 'recognize'],
  ['licence', 'license'],
] as const

/** The British texts in American spelling. */
export const policies: PolicyTexts = {
  'cookie-policy': american(british['cookie-policy']),
  'web-privacy-policy': american(british['web-privacy-policy']),
  'app-privacy-policy': american(british['app-privacy-policy']),
  eula: american(british.eula),
}

function american(text: string): string {
  return spellings.reduce((result, [from, to]) => result.replaceAll(from, to), text)
}
