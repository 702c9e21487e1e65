import { readdir, readFile } from 'node:fs/promises'

/** Lists the child processes that run one of our programs, with the peak MiB of each. */
export async function processesOf(program: string): Promise<{ pid: number; held: number }[]> {
  const children = await Promise.all(
    (await childIds()).map(async (id) => ({ pid: Number(id), held: await heldBy(id, program) })),
  )
  return children.filter(({ held }) => held > 0)
}

async function childIds(): Promise<string[]> {
  const tasks = await readdir('/proc/self/task')
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/self/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.trim().split(' ')).filter((id) => id !== '')
}

/** Returns the peak MiB of a process of the program; 0 for another process, or for one that has just ended. */
async function heldBy(id: string, program: string): Promise<number> {
  const [command, status] = await Promise.all(
    ['cmdline', 'status'].map((name) => readFile(`/proc/${id}/${name}`, 'utf8').catch(() => '')),
  )
  if (!command?.includes(program)) return 0
  return Number(/VmHWM:\s+(\d+) kB/.exec(status ?? '')?.[1] ?? 0) / 1024
}
