import { takeLoneKeys } from './lone-keys.ts'
import { t } from './phrases.ts'
import { showMessage } from './snackbar-store.ts'

/**
 * The `ref` of a part of a page whose controls choose, store or confirm a result. Some scanners begin with Enter or a space, so that
 * these press a control there, or in the panel around it, only once it is certain that nothing follows (`takeLoneKeys`).
 */
export function holdPresses(part: HTMLElement | null): (() => void) | undefined {
  if (part === null) return undefined
  const held = part.closest('dialog') ?? part
  return takeLoneKeys({
    meaningOf(key, at) {
      const press = held.contains(at) ? pressOf(key, at) : undefined
      if (press === undefined) return undefined
      return {
        show: (isPending) => at.toggleAttribute('data-pressed', isPending),
        act() {
          press()
          return undefined
        },
        refuse: () => showMessage(t('shell:keysTooFast'), 'notice'),
      }
    },
  })
}

/** What a key presses by itself at a place; undefined if nothing. */
function pressOf(key: string, at: Element): (() => void) | undefined {
  if (key !== 'Enter' && key !== ' ') return undefined
  const button = at.closest<HTMLElement>(key === 'Enter' ? 'button, summary, a[href]' : 'button, summary')
  if (button !== null) return () => button.click()
  if (!(at instanceof HTMLInputElement)) return undefined
  return key === ' ' ? () => at.click() : () => at.form?.querySelector<HTMLElement>('button[type="submit"]')?.click()
}
