import type { Visit } from '../stage/visit.ts'

/** Lets time pass in all tabs, in which nobody does anything. */
export async function pass({ context }: Visit, milliseconds: number): Promise<void> {
  await context.clock.fastForward(milliseconds)
  // The timers that were due have run once; those that they lead to are a second away.
  await context.clock.runFor(1500)
}
