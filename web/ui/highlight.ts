import { useCombobox, type UseComboboxProps } from 'downshift'

/**
 * Tracks for `useCombobox` which item is highlighted, so that keys that come faster than renders count one after
 * another, and Enter means what the arrows before it meant. Typing starts at the first item. Only keys, a pointer and
 * `setHighlightedIndex` move the highlight.
 */
export function keptHighlight<T>() {
  return {
    initialHighlightedIndex: 0,
    stateReducer: ({ highlightedIndex }, { type, changes }) => {
      if (type === useCombobox.stateChangeTypes.InputChange) return { ...changes, highlightedIndex: 0 }
      const { highlightedIndex: moved = -1 } = changes
      return { ...changes, highlightedIndex: moved < 0 ? highlightedIndex : moved }
    },
  } satisfies Partial<UseComboboxProps<T>>
}
