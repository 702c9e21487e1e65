/**
 * Why there is no picture: the page has no access to cameras (`insecure`), access was refused, no camera exists, or the
 * camera does not work.
 */
export type CameraTrouble = 'insecure' | 'refused' | 'missing' | 'failed'

/** Pictures are scaled down to this longer side, in pixels. More is slower, and less loses small codes. */
const longestSide = 1280
/** The pause between two pictures, in milliseconds. */
const pause = 120

interface Watching {
  /** Called once the video plays. */
  onStart: () => void
  /** Called with each text that is found, even repeatedly with the same one. */
  onText: (text: string) => void
  onTrouble: (trouble: CameraTrouble) => void
}

/**
 * Shows the rear camera in `video` and looks for codes in its pictures. Returns a function that stops it. The pictures
 * never leave the browser.
 */
export function watchForCodes(video: HTMLVideoElement, { onStart, onText, onTrouble }: Watching): () => void {
  let isOver = false
  let stream: MediaStream | undefined
  let worker: Worker | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })

  function end() {
    isOver = true
    clearTimeout(timer)
    worker?.terminate()
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }

  function fail(trouble: CameraTrouble) {
    if (isOver) return
    end()
    onTrouble(trouble)
  }

  function look() {
    const { videoWidth, videoHeight } = video
    const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight, 1))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    if (context === null || canvas.width === 0) {
      timer = setTimeout(look, pause)
      return
    }
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    worker?.postMessage(context.getImageData(0, 0, canvas.width, canvas.height))
  }

  async function begin() {
    // Browsers omit this on pages without https.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (devices === undefined) {
      fail('insecure')
      return
    }
    try {
      const given = await devices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
      })
      stream = given
      if (isOver) {
        end()
        return
      }
      worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('error', () => fail('failed'))
      worker.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
        if (isOver) return
        for (const text of data) onText(text)
        timer = setTimeout(look, pause)
      })
      video.srcObject = given
      await video.play()
    } catch (error) {
      fail(troubleOf(error))
      return
    }
    if (isOver) return
    onStart()
    look()
  }

  void begin()
  return end
}

function troubleOf(error: unknown): CameraTrouble {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'failed'
}
