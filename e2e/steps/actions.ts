import type { Visit } from '../stage/visit.ts'

/** A person's actions on a screen: presses, filled or chosen fields, and typed characters. */
interface Actions {
  presses: number
  /** How many of the presses stand for a text that was typed into a field. */
  fields: number
  characters: number
}

/** Counts the actions in every page that a visit opens from now on, in addition to earlier ones. */
export async function countActions({ context }: Visit, counted: Actions = { presses: 0, fields: 0, characters: 0 }) {
  await context.exposeBinding('noteAction', (_, characters?: number) => {
    counted.presses += 1
    if (characters === undefined) return
    counted.fields += 1
    counted.characters += characters
  })
  await context.addInitScript(() => {
    const { noteAction } = window as unknown as { noteAction: (characters?: number) => void } // the binding above
    addEventListener('pointerdown', () => noteAction(), true)
    addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) noteAction()
        else if (target instanceof HTMLInputElement && !/^(radio|checkbox|file)$/.test(target.type))
          noteAction(target.value.length)
      },
      true,
    )
  })
  return counted
}

/**
 * The time that a person needs, by the keystroke-level model (Card, Moran and Newell 1980): 1.35 s to decide, 1.1 s to
 * point and 0.2 s to press each time, and 0.28 s for each character of an unpractised typist.
 */
export function secondsOf({ presses, characters }: Pick<Actions, 'presses' | 'characters'>): number {
  return presses * (1.35 + 1.1 + 0.2) + characters * 0.28
}
