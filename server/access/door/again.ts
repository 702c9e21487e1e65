/** Thrown by work that failed on something that a retry in a new transaction is unlikely to meet. */
export class Again extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Again'
  }
}
