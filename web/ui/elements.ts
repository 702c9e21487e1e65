import type { ReactElement } from 'react'

/** What may stand beside something else: elements, never a bare text, which needs an element of its own (decision 63). */
export type Elements = ReactElement | false | null | undefined | readonly Elements[]
