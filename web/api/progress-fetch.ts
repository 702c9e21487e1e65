/** Works like `fetch`, and calls `moved` whenever more was sent or has arrived, if it can tell. */
export type Transport = (address: string, init: RequestInit, moved: () => void) => Promise<Response>

/**
 * Works like `fetch`, and reports the share (0 to 1) of the body that has been sent, which `fetch` cannot. Rejects as
 * `fetch` does: with an AbortError when the signal aborts, with a TypeError when no reply comes.
 */
export function progressFetch(onProgress: (share: number) => void): Transport {
  return (address, init, moved) =>
    new Promise((resolve, reject) => {
      const sending = new XMLHttpRequest()
      sending.open(init.method ?? 'GET', address)
      sending.responseType = 'blob'
      for (const [name, value] of new Headers(init.headers)) sending.setRequestHeader(name, value)
      sending.upload.onprogress = ({ loaded, total }) => {
        moved()
        onProgress(total > 0 ? loaded / total : 0)
      }
      sending.onprogress = moved
      sending.onload = () => {
        const headers = { 'Content-Type': sending.getResponseHeader('Content-Type') ?? '' }
        resolve(
          new Response(sending.status === 204 ? null : (sending.response as Blob), { status: sending.status, headers }),
        )
      }
      sending.onerror = () => reject(new TypeError('The upload did not reach the server'))
      sending.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'))
      init.signal?.addEventListener('abort', () => sending.abort(), { once: true })
      if (init.signal?.aborted) reject(new DOMException('The upload was stopped', 'AbortError'))
      // All uploads of this project are form data, which XMLHttpRequest accepts as fetch does.
      else sending.send(init.body as XMLHttpRequestBodyInit)
    })
}
