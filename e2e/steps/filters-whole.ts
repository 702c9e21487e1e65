import { expect } from 'vitest'
import { desktop, phone, type Visit } from '../stage/visit.ts'

/** Checks that no filter of the page cuts what it says before anybody has chosen anything, on a phone and at a desk. */
export async function expectFiltersWhole({ page }: Visit): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    const cut = () =>
      page.locator('main :is(input[placeholder], select)').evaluateAll((fields) => {
        const pen = document.createElement('canvas').getContext('2d')
        return (fields as (HTMLInputElement | HTMLSelectElement)[]).flatMap((field) => {
          // `font` itself is empty in a style that has settings of features.
          const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
          if (pen === null || field.offsetParent === null) return []
          pen.font = `${fontWeight} ${fontSize} ${fontFamily}`
          const words = 'placeholder' in field ? field.placeholder : (field.selectedOptions[0]?.text ?? '')
          const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return pen.measureText(words).width > room ? [`${words}: ${room} px`] : []
        })
      })
    await expect.poll(cut, { message: `${page.url()} at ${size.width}` }).toEqual([])
  }
}
