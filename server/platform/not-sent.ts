/**
 * A message that its service did not take. What it says goes into the log and is kept with the job, so it is made of codes
 * and our own words: neither the recipient, the text nor a secret. `isFinal`: this recipient cannot be reached, today or later.
 */
export class NotSent extends Error {
  readonly isFinal: boolean

  constructor(reason: string, { isFinal }: { isFinal: boolean } = { isFinal: false }) {
    super(reason)
    this.name = 'NotSent'
    this.isFinal = isFinal
  }
}
