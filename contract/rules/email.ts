import * as z from 'zod/mini'

/** An email address of at most 254 characters, without outer white space. Compared without regard to case. */
export const email = z.string().check(z.trim(), z.minLength(1), z.maxLength(254), z.email())
