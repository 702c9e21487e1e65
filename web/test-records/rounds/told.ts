/** What somebody who scans is told. */
export interface Told {
  tone: 'success' | 'danger'
  words: string
}

/** Takes a text that was scanned or typed. Resolves to what is told of it, if anything. */
export type Take = (text: string) => Promise<Told | undefined>
