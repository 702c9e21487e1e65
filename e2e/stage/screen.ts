import type { PhraseKey, PhraseValues } from '../../contract/phrases/translate.ts'
import type { Locale } from '../../contract/rules/formats.ts'
import type { TenantSlug } from './demo.ts'

interface Naming {
  /** Words are found in any letter case and as a part of others, unless they are `exact`. */
  exact?: boolean
}

/** What a screen is searched for, from the whole of it or from a part. */
interface Area {
  getByRole(role: Role, options?: Naming & { name?: string | RegExp }): Part
  getByLabel(label: string, options?: Naming): Part
  getByText(text: string, options?: Naming): Part
  /** By a CSS selector. */
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

/** Something on a screen, looked for anew each time that it is used. */
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
  /** What follows waits for a single such part that can be seen, and rejects when there is none in time. */
  waitFor(options?: { state?: 'visible' | 'detached' }): Promise<void>
  click(): Promise<void>
  fill(text: string): Promise<void>
  check(options?: { force?: boolean }): Promise<void>
  selectOption(value: string): Promise<unknown>
  /** Calls a function in the browser, which sees nothing that is outside of it. */
  evaluate<T>(work: (element: HTMLElement | SVGElement) => T): Promise<T>
  /** How it is looked for. */
  toString(): string
}

/**
 * What journeys that run in every engine use of a page. Playwright's `Page` is one as it stands; `engines/webkit-page.ts` has
 * the one for an engine that Playwright does not drive.
 */
export interface Screen extends Area {
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> }
  evaluate<T>(work: () => T): Promise<T>
  waitForURL(isReached: (url: URL) => boolean): Promise<void>
}

/** Somebody at a screen of a tenant's host, in whatever engine. */
export interface AnyVisit {
  page: Screen
  port: number
  tenant: TenantSlug
  locale: Locale
  /** `http://harbour.localhost:…` */
  origin: string
  /** What the browser complained about so far, and replies that are the server's own failure. */
  complaints: string[]
  /** The words of a phrase in the visit's language. */
  t: (key: PhraseKey, values?: PhraseValues) => string
  go: (address: string) => Promise<void>
}
