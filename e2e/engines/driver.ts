/** A page of a browser, with the few protocol commands that are needed here. Failures reject with a `DriverError`. */
export interface Driver {
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  run: (script: string) => Promise<void>
  /**
   * Calls a function in the page, which cannot use its closure. Arguments are JSON or found elements; the result is
   * JSON.
   */
  call: <T>(work: (...given: never[]) => T, ...given: unknown[]) => Promise<T>
  /** Calls a function in the page that returns elements. */
  find: (work: (...given: never[]) => Element[], ...given: unknown[]) => Promise<Found[]>
  strike: (keys: readonly KeyAction[]) => Promise<void>
  /** Clicks in the middle of an element, which nothing may cover. */
  click: (element: Found) => Promise<void>
  /** The visible part of the page, as a PNG. */
  screenshot: () => Promise<Buffer>
}

/** A started browser with an empty page. */
export interface RunningBrowser {
  driver: Driver
  /** Errors of scripts and of the console so far. */
  complaints: string[]
  close: () => Promise<void>
}

/** `value` is a character or a code of https://www.w3.org/TR/webdriver2/#keyboard-actions. */
export interface KeyAction {
  type: 'keyDown' | 'keyUp'
  value: string
}

/** An element of the page, with its id in the protocol. */
export class Found {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }
}

/** A failed command; `code` is the protocol's error code, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
