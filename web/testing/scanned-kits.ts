import { createEvent, fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { AssayListItem } from '../../contract/assays/assay.ts'
import { openPage } from './open-page.tsx'
import { aUser, pageOf, reply } from './replies.ts'
import { loadDraft, saveDraft } from '../test-records/recording/draft-storage.ts'
import type { Draft } from '../test-records/recording/draft.ts'
import { assay, draftWith, group, organisation, subject } from '../test-records/recording/fixtures.ts'

/* For tests of codes: a draft at its test, the kits of its tenant, and a scanner. */

export const user = aUser('clinical', { assay_id: assay.id })
export const [gtin, otherGtin, elsewhereGtin] = ['9506000134352', '10811877011337', '036000291452']
export const kits: AssayListItem[] = [
  { ...assay, gtin },
  { ...assay, id: assay.id.replace('a1', 'a2'), name: 'Other antigen', gtin: otherGtin, isDefault: false },
  {
    ...assay,
    id: assay.id.replace('a1', 'a3'),
    name: 'Elsewhere antigen',
    gtin: elsewhereGtin,
    isDefault: false,
    organisations: [{ id: organisation.id.replace('d1', 'd2'), name: 'Elsewhere' }],
  },
]
export const code = (of: string, rest = '1728013110ABC123') => `01${of.padStart(14, '0')}${rest}`

export async function open(change: Partial<Draft> = {}) {
  sessionStorage.clear()
  saveDraft(user.id, draftWith({ assayId: assay.id, organisation, group, subject, ...change }))
  await openPage('/create-test?step=test', {
    user,
    parts: [
      import('../test-records/recording/start.tsx'),
      import('../test-records/recording/test-step.tsx'),
      import('../test-records/recording/kit-code.ts'),
      import('../test-records/recording/scan-panel.tsx'),
      import('../test-records/recording/review-step.tsx'),
    ],
    replies: {
      'GET /organisations': pageOf([organisation]),
      'GET /groups': pageOf([{ ...group, organisationId: organisation.id }]),
      'GET /assays': pageOf(kits),
      'GET /test-records/recent': reply(200, { data: null }),
      'PUT /test-records/draft': reply(204),
    },
  })
  await screen.findByRole('radiogroup', { name: 'Result' })
}

export const lotField = () => screen.getByLabelText<HTMLInputElement>(/^Lot number/)
export const draft = () => {
  const { assayId, lot, lotExpiry, results } = loadDraft(user.id) ?? draftWith()
  return { assayId, lot, lotExpiry, result: results['flu-a'] }
}
export const filled = { assayId: kits[1]?.id, lot: 'ABC123', lotExpiry: '31/01/2028' }
/** The time of the last simulated scan. It lies long before any key of a person, however fast the machine is. */
let scannedAt = 0

/**
 * Types a code with a key every five milliseconds, wherever the focus is and however slow this machine is. Unless the
 * page prevents it, each key has its usual effect in a browser: it types, presses a button, submits a form or moves on.
 */
export function scanAnywhere(text: string, ends = ['Enter'], isHeldUpAt = -1) {
  let timeStamp = (scannedAt -= 10_000)
  for (const [at, key] of [...text, ...ends].entries()) {
    if (at === isHeldUpAt) timeStamp += 600
    const target = document.activeElement ?? document.body
    const isSeparator = key === '\u001d'
    const event = createEvent.keyDown(target, isSeparator ? { key: ']', ctrlKey: true } : { key })
    Object.defineProperty(event, 'timeStamp', { value: (timeStamp += 5) })
    if (!fireEvent(target, event)) continue
    if (key === 'Tab') screen.getByRole<HTMLElement>('button', { name: /Back|Close/ }).focus()
    if (key === 'Enter' && target instanceof HTMLButtonElement) fireEvent.click(target)
    if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit()
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (isText && target.type !== 'radio' && key.length === 1 && !isSeparator) {
      fireEvent.input(target, { target: { value: target.value + key } })
    }
  }
}
export const isStillHere = () => expect(screen.getByRole('heading', { name: 'What does the test show?' })).toBeDefined()
