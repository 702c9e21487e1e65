import type { PhraseKey, PhraseValues } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/locales.ts'
import type { TenantSlug } from './demo.ts'

interface Naming {
  /** Without `exact`, text matches in any case and as a part of other text. */
  exact?: boolean
}

/** The search methods of a screen or of a part of it. */
interface Area {
  getByRole(role: Role, options?: Naming & { name?: string | RegExp }): Part
  getByLabel(label: string, options?: Naming): Part
  getByText(text: string, options?: Naming): Part
  /** Finds elements by a CSS selector. */
  locator(selector: string, options?: { hasText?: string }): Part
}

export type Role =
  | 'button'
  | 'combobox'
  | 'complementary'
  | 'dialog'
  | 'form'
  | 'heading'
  | 'link'
  | 'listbox'
  | 'main'
  | 'option'
  | 'radio'
  | 'radiogroup'
  | 'row'
  | 'searchbox'
  | 'status'

/** An element of a screen, which is searched for each time that it is used. */
export interface Part extends Area {
  first(): Part
  last(): Part
  nth(index: number): Part
  or(other: this): Part
  count(): Promise<number>
  isVisible(): Promise<boolean>
  isChecked(): Promise<boolean>
  innerText(): Promise<string>
  inputValue(): Promise<string>
  /** Waits for a single visible element, and rejects if there is none in time. */
  waitFor(options?: { state?: 'visible' | 'detached' }): Promise<void>
  click(): Promise<void>
  fill(text: string): Promise<void>
  check(options?: { force?: boolean }): Promise<void>
  selectOption(value: string): Promise<unknown>
  /** Calls a function in the browser, which cannot use its closure. */
  evaluate<T>(work: (element: HTMLElement | SVGElement) => T): Promise<T>
  /** Describes the search. */
  toString(): string
}

/**
 * The methods of a page that journeys for every engine may use. Playwright's `Page` has them; `engines/driven-page.ts`
 * implements them for engines that Playwright does not drive.
 */
export interface Screen extends Area {
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  evaluate<T>(work: () => T): Promise<T>
  waitForURL(isReached: (url: URL) => boolean): Promise<void>
}

/** A visit to a screen of a tenant's host, in any engine. */
export interface AnyVisit {
  page: Screen
  port: number
  tenant: TenantSlug
  locale: Locale
  /** `http://harbour.localhost:…` */
  origin: string
  /** Errors that the browser has reported so far, and replies with a failure of the server. */
  complaints: string[]
  /** Translates a phrase into the visit's language. */
  t: (key: PhraseKey, values?: PhraseValues) => string
  go: (address: string) => Promise<void>
}
