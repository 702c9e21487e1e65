import { useLayoutEffect } from 'react'

/**
 * Marks the document while a component is shown, as `data-has-rows` for instance, for the style of what stands outside
 * that component. `:root:has()` would say as much, but with it browsers match every rule anew at each change of a page.
 */
export function usePageMark(mark: 'hasRows' | 'hasFoot' | 'hasThumbBar' | 'hasThumbWays'): void {
  // The document's element is outside React.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    const before = Number(dataset[mark] ?? 0)
    dataset[mark] = String(before + 1)
    return () => {
      const left = Number(dataset[mark]) - 1
      if (left > 0) dataset[mark] = String(left)
      else delete dataset[mark]
    }
  }, [mark])
}
