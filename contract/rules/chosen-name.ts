import { rule, text } from '../schema.ts'

/** A name that people choose for themselves. Mails to any address say it: it must not carry a link. */
export const chosenName = text(100).check(rule('malformed', (name: string) => !/:\/\/|www\./i.test(name)))
