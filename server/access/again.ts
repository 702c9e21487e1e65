/** Thrown by work that met what another try, in a transaction of its own, most likely does not meet. */
export class Again extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'Again'
  }
}
