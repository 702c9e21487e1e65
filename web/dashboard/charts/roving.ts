import { useRef, useState, type KeyboardEvent } from 'react'

/**
 * The position of a mark in its chart, for the arrow keys: bars beside each other have one row, bars below each other
 * one column.
 */
export interface Place {
  row: number
  column: number
}

/**
 * Makes the marks of a chart one Tab stop, so that Tab need not pass 365 bars; arrow keys, Home and End move between
 * them. Spread `around` on the surrounding element, and the result of `mark` for each place on its mark.
 */
export function useRoving(places: readonly Place[]) {
  const [current, setCurrent] = useState<Place>()
  const around = useRef<HTMLElement | null>(null)
  const stop = places.find((place) => isSame(place, current)) ?? places[0]

  function onKeyDown(event: KeyboardEvent) {
    const next = stop && nextPlace(places, stop, event.key)
    if (next === undefined) return
    event.preventDefault()
    around.current?.querySelector<HTMLElement>(`[data-place="${nameOf(next)}"]`)?.focus()
  }

  return {
    around: {
      ref: (element: HTMLElement | null) => {
        around.current = element
      },
      onKeyDown,
    },
    mark: (place: Place) => ({
      'data-place': nameOf(place),
      tabIndex: isSame(place, stop) ? 0 : -1,
      onFocus: () => setCurrent(place),
    }),
  }
}

/** The place that a key moves to; undefined if there is none. `places` are in reading order. */
function nextPlace(places: readonly Place[], from: Place, key: string): Place | undefined {
  const at = places.findIndex((place) => isSame(place, from))
  switch (key) {
    case 'ArrowRight':
      return places[at + 1]
    case 'ArrowLeft':
      return at > 0 ? places[at - 1] : undefined
    case 'ArrowDown':
      return nearest(
        places.filter(({ row }) => row > from.row).toSorted((a, b) => a.row - b.row),
        from,
      )
    case 'ArrowUp':
      return nearest(
        places.filter(({ row }) => row < from.row).toSorted((a, b) => b.row - a.row),
        from,
      )
    case 'Home':
      return places[0]
    case 'End':
      return places.at(-1)
    default:
      return undefined
  }
}

/** The place with the nearest column in the first row of these. */
function nearest(places: readonly Place[], from: Place): Place | undefined {
  return places
    .filter(({ row }) => row === places[0]?.row)
    .toSorted((a, b) => Math.abs(a.column - from.column) - Math.abs(b.column - from.column))[0]
}

function isSame(a: Place, b: Place | undefined): boolean {
  return a.row === b?.row && a.column === b.column
}

function nameOf({ row, column }: Place): string {
  return `${row}-${column}`
}
