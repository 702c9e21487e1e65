/**
 * A message that its service did not accept. The error's message is logged and stored with the job, so it consists of
 * codes and our own words, without the recipient, the text or a secret. `isFinal` means that this recipient can never
 * be reached, and `isRefused` that the service certainly has not taken it: it said so, or was never reached.
 */
export class NotSent extends Error {
  readonly isFinal: boolean
  readonly isRefused: boolean

  constructor(reason: string, { isFinal = false, isRefused = true }: { isFinal?: boolean; isRefused?: boolean } = {}) {
    super(reason)
    this.name = 'NotSent'
    this.isFinal = isFinal
    this.isRefused = isRefused
  }
}
