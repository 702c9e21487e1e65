import { readFile } from 'node:fs/promises'

/** The resident memory of a process in MiB. Linux only. */
export async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Samples a process 20 times a second while `work` runs. Returns its peak resident memory in MiB. */
export async function peakDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; peakMiB: number }> {
  let peakMiB = await residentMiB(pid)
  const timer = setInterval(() => {
    void residentMiB(pid).then((now) => (peakMiB = Math.max(peakMiB, now)))
  }, 50)
  try {
    const result = await work()
    return { result, peakMiB }
  } finally {
    clearInterval(timer)
  }
}
