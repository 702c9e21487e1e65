import type { ReactElement } from 'react'

/** Children that are elements and never bare text, which needs an element of its own (docs/decisions/0063). */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
