import { createServer, connect, type AddressInfo } from 'node:net'

export interface BreakingLine {
  /** The port at which a browser reaches the server through this line. */
  port: number
  /**
   * Lets this many bytes through to the browser on the connection that asks for a path from now on, then resets every connection once;
   * later connections work. What a page loads beside it is not counted.
   */
  breakAfter: (bytes: number, path: string) => void
  close: () => Promise<void>
}

/** A network line to the server that breaks on command, as in a lift. */
export async function openBreakingLine(serverPort: number): Promise<BreakingLine> {
  let left = Infinity
  let wanted: string | undefined
  const breakers = new Set<() => void>()
  const line = createServer((browser) => {
    const server = connect(serverPort, '127.0.0.1')
    const breakOff = () => {
      breakers.delete(breakOff)
      browser.resetAndDestroy()
      server.destroy()
    }
    breakers.add(breakOff)
    for (const end of [browser, server]) end.on('error', breakOff).on('close', breakOff)
    let isWanted = false
    browser.on('data', (chunk) => {
      isWanted ||= wanted !== undefined && chunk.includes(wanted)
    })
    browser.pipe(server)
    server.on('data', (chunk) => {
      browser.write(isWanted ? chunk.subarray(0, left) : chunk)
      if (isWanted) left -= chunk.length
      if (left > 0) return
      left = Infinity
      wanted = undefined
      for (const breaker of breakers) breaker()
    })
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  return {
    port: (line.address() as AddressInfo).port, // a listening TCP server has one
    breakAfter: (bytes, path) => {
      left = bytes
      wanted = path
    },
    close: () =>
      new Promise((resolve) => {
        line.close(() => resolve())
        for (const breaker of breakers) breaker()
      }),
  }
}
