/** For how long a part is waited for that may never come, in milliseconds. */
const longestWaitMs = 5000

/**
 * Opens the browser's print dialog once what is on the page is drawn: its style sheets, which part and hide what goes on paper, its
 * fonts and its pictures. A browser prints what it has at that moment. What cannot be loaded stays away, as it does on the screen.
 */
export async function printDrawn(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  // A page without a paper of its own is printed as it is.
  const paper = document.querySelector('[data-print-sheet], [data-print-list], [data-print-round]') ?? document
  const pictures = paper.querySelectorAll('img')
  const drawn = Promise.allSettled([
    ...Array.from(sheets, loaded),
    ...Array.from(pictures, async (picture) => await picture.decode()),
    // Tests have no fonts.
    (document.fonts as FontFaceSet | undefined)?.ready,
  ])
  await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, longestWaitMs))])
  window.print()
}

async function loaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet !== null) return
  await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }))
}
