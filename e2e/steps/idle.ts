import type { Visit } from '../stage/visit.ts'

/** Lets time pass in all tabs without any activity. */
export async function pass({ context }: Visit, milliseconds: number): Promise<void> {
  await context.clock.fastForward(milliseconds)
  // The due timers have run once; the timers that they set are a second away.
  await context.clock.runFor(1500)
}
