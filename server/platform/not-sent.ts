/**
 * A message that its service did not accept. The error's message is logged and stored with the job, so it consists of
 * codes and our own words, without the recipient, the text or a secret. `isFinal` means that this recipient can never
 * be reached.
 */
export class NotSent extends Error {
  readonly isFinal: boolean

  constructor(reason: string, { isFinal }: { isFinal: boolean } = { isFinal: false }) {
    super(reason)
    this.name = 'NotSent'
    this.isFinal = isFinal
  }
}
