import { readFile, readdir } from 'node:fs/promises'

/** Ticks of the clock in which Linux counts the time of processes, in a second. */
const ticksPerSecond = 100

/** The seconds of a processor that these processes and all below them have used so far. Linux only. */
export async function processorSeconds(roots: readonly number[]): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = new Map<number, { parent: number; ticks: number }>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name in brackets may contain spaces. After it come the state, the parent and, from the 12th on, the times of
    // the process and of those of its children that have ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields.length < 15) continue
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    all.set(Number(pid), { parent: Number(fields[1]), ticks })
  }
  const isBelow = (pid: number): boolean => {
    const found = all.get(pid)
    return roots.includes(pid) || (found !== undefined && found.parent > 1 && isBelow(found.parent))
  }
  const ticks = [...all].reduce((sum, [pid, one]) => sum + (isBelow(pid) ? one.ticks : 0), 0)
  return ticks / ticksPerSecond
}
