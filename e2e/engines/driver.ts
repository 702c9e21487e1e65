/** A page of a browser, by the few commands of a protocol that are needed here. What fails rejects with a `DriverError`. */
export interface Driver {
  /** Loads an address and waits until it is there. */
  open: (address: string) => Promise<void>
  address: () => Promise<string>
  /** Runs a script in the page. */
  run: (script: string) => Promise<void>
  /**
   * Calls a function in the page, which sees nothing that is outside of it. What it is given is JSON or elements that were
   * found; what it answers is JSON.
   */
  call: <T>(work: (...given: never[]) => T, ...given: unknown[]) => Promise<T>
  /** The same for a function that answers elements. */
  find: (work: (...given: never[]) => Element[], ...given: unknown[]) => Promise<Found[]>
  /** Presses keys and lets them go. */
  strike: (keys: readonly KeyAction[]) => Promise<void>
  /** Clicks in the middle of an element, where nothing else may lie above it. */
  click: (element: Found) => Promise<void>
  /** What can be seen, as a PNG. */
  screenshot: () => Promise<Buffer>
}

/** A browser that was started, at an empty page. */
export interface RunningBrowser {
  driver: Driver
  /** What scripts and the console complained about so far. */
  complaints: string[]
  close: () => Promise<void>
}

/** `value` is a sign or a code of https://www.w3.org/TR/webdriver2/#keyboard-actions. */
export interface KeyAction {
  type: 'keyDown' | 'keyUp'
  value: string
}

/** An element of the page, under the id that the protocol gave it. */
export class Found {
  readonly id: string
  constructor(id: string) {
    this.id = id
  }
}

/** A command that failed; `code` is the protocol's word for why, such as `stale element reference`. */
export class DriverError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}
