import { useCombobox, type UseComboboxProps } from 'downshift'

/**
 * For `useCombobox`: it keeps by itself which item is highlighted, so that keys which come faster than the page is drawn are counted
 * one after another, and Enter means what the arrows before it meant. What is typed begins at the first item. Nothing else than keys, a
 * pointer and `setHighlightedIndex` moves it.
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
