import { useLayoutEffect } from 'react'

/**
 * Marks the document while a component is shown and `isMarked`, as `data-has-rows` for instance, for the style of what stands outside
 * that component. `:root:has()` would say as much, but with it browsers match every rule anew at each change of a page.
 */
export function usePageMark(mark: 'hasRows' | 'hasFoot' | 'hasThumbBar' | 'hasThumbWays', isMarked = true): void {
  // The document's element is outside React.
  useLayoutEffect(() => {
    if (!isMarked) return undefined
    const { dataset } = document.documentElement
    const before = Number(dataset[mark] ?? 0)
    dataset[mark] = String(before + 1)
    return () => {
      const left = Number(dataset[mark]) - 1
      if (left > 0) dataset[mark] = String(left)
      else delete dataset[mark]
    }
  }, [mark, isMarked])
}
