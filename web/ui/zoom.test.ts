import { expect, test } from 'vitest'
import { changeZoom, whole } from './zoom.ts'

test('a photo zooms between its whole size and eightfold', () => {
  expect(changeZoom(whole, { factor: 2 }).scale).toBe(2)
  expect(changeZoom(whole, { factor: 100 }).scale).toBe(8)
  expect(changeZoom({ scale: 2, x: 50, y: 50 }, { factor: 0.1 })).toEqual(whole)
})

test('a whole photo stays centred, and a zoomed one moves as far as its edge', () => {
  expect(changeZoom(whole, { x: 100, y: 100 })).toEqual(whole)
  expect(changeZoom({ scale: 2, x: 0, y: 0 }, { x: 100, y: -40 })).toEqual({ scale: 2, x: 100, y: -40 })
  expect(changeZoom({ scale: 2, x: 0, y: 0 }, { x: 9000 }).x).toBe(600)
})
