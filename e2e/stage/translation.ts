/**
 * Simulates Chrome's translation: takes every text out of its element and replaces it with another, inside two new
 * elements, including texts that are added later. The words stay, so that a journey finds them. Runs in the browser,
 * and cannot use its closure.
 */
export function translatePages(): void {
  const untranslated = 'script, style, noscript, textarea, svg, head, font'

  function translate(text: Text): void {
    const { parentElement, data } = text
    if (parentElement === null || data.trim() === '' || parentElement.closest(untranslated) !== null) return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(data)
    outer.append(inner)
    text.replaceWith(outer)
  }

  function translateAll(node: Node): void {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let at: Node | null = texts.currentNode; at !== null; at = texts.nextNode()) {
      if (at instanceof Text) found.push(at)
    }
    for (const text of found) translate(text)
  }

  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') translateAll(target)
      for (const node of addedNodes) translateAll(node)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
