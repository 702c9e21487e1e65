import * as z from 'zod/mini'

const key = 'lateral.password-hand-over'

const handOver = z.object({
  /** What the address of the page holds, too: what is handed over is for this link alone. */
  token: z.string(),
  email: z.string(),
  /** `due`: the old password must be changed. `first`: there is none yet. */
  why: z.enum(['due', 'first']),
  /** Where they wanted to go when they logged in. */
  wanted: z.optional(z.string()),
  /** What the link of their invitation holds. */
  invitation: z.optional(z.string()),
})
export type HandOver = z.infer<typeof handOver>

/** Keeps in this tab for the next page who sets a password, and why: none of it has a place in an address. */
export function handOverToPassword(kept: HandOver): void {
  sessionStorage.setItem(key, JSON.stringify(kept))
}

/** What an earlier page handed over with this token; it stays, so that the page can be loaded again. */
export function handedOverWith(token: string): HandOver | undefined {
  const kept = handOver.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  return kept.success && kept.data.token === token ? kept.data : undefined
}

/** Once the password is set. */
export function forgetHandOver(): void {
  sessionStorage.removeItem(key)
}
