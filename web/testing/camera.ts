import { vi } from 'vitest'

/** Simulates codes in front of the camera; only the browser's own parts are faked. */
export function inFrontOfCamera(texts: string[], getUserMedia: () => Promise<unknown>): void {
  class FoundIn extends EventTarget {
    postMessage = () => this.dispatchEvent(new MessageEvent('message', { data: texts.splice(0, 1) }))
    terminate = () => undefined
  }
  vi.stubGlobal('Worker', FoundIn)
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  const context = { drawImage: () => undefined, getImageData: () => ({}) } as unknown as CanvasRenderingContext2D
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context)
}
