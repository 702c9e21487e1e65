import { useEffect } from 'react'

/** Sets the title of the document, which is outside React. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
