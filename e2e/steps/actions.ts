import type { Visit } from '../stage/visit.ts'

/** What somebody does at a screen: presses and fields that are filled in or chosen from, and the characters typed. */
interface Actions {
  presses: number
  characters: number
}

/** Counts in every page of a visit that is opened from now on, together with what was counted before. */
export async function countActions({ context }: Visit, counted: Actions = { presses: 0, characters: 0 }) {
  await context.exposeBinding('noteAction', (_, characters: number) => {
    counted.presses += 1
    counted.characters += characters
  })
  await context.addInitScript(() => {
    const { noteAction } = window as unknown as { noteAction: (characters: number) => void } // the binding above
    addEventListener('pointerdown', () => noteAction(0), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) noteAction(0)
        else if (target instanceof HTMLInputElement && !/^(radio|checkbox|file)$/.test(target.type))
          noteAction(target.value.length)
      },
      true,
    )
  })
  return counted
}

/**
 * How long a person takes for it, by the keystroke-level model (Card, Moran and Newell 1980): 1.35 s to make up one's mind,
 * 1.1 s to point and 0.2 s to press each time, and 0.28 s a character for who types without practice.
 */
export function secondsOf({ presses, characters }: Actions): number {
  return presses * (1.35 + 1.1 + 0.2) + characters * 0.28
}
