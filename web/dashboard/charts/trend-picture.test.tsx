import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TrendPicture } from './trend-picture.tsx'

const counts = { positive: 0, negative: 1, inconclusive: 0, invalid: 0 }

/** Half the width of a label whose letters are 6 pixels wide on average. */
const halfOf = (label: string) => label.length * 3

test('no label of a day is cut at the edge of a phone’s picture', () => {
  const width = 295
  for (let days = 2; days <= 92; days += 1) {
    const bars = Array.from({ length: days }, (_, at) => {
      const day = new Date(Date.UTC(2026, 8, 1 + at)).toISOString().slice(0, 10)
      return { from: day, to: day, counts, positivity: undefined }
    })
    const nameOf = ({ from }: { from: string }) => `${Number(from.slice(-2))} sept`
    const { container, unmount } = render(
      <TrendPicture bars={bars} width={width} language="es" nameOf={nameOf} active={undefined} />,
    )
    const labels = [...container.querySelectorAll('text')].filter(({ textContent }) => textContent?.endsWith('sept'))
    const ends = labels.map((label) => Number(label.getAttribute('x')) + halfOf(label.textContent ?? ''))
    expect(Math.max(...ends), `${days} days`).toBeLessThanOrEqual(width)
    unmount()
  }
})
