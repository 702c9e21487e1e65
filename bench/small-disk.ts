import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'

const filler = 'filler'

/** A disk of its own in a file of this machine, which can be filled. */
export class SmallDisk {
  readonly #folder: string
  readonly #image: string

  private constructor(folder: string, image: string) {
    this.#folder = folder
    this.#image = image
  }

  /** Mounts a disk of so many MiB at a folder that is there. Undefined where this user may not. */
  static mount(folder: string, mebibytes: number): SmallDisk | undefined {
    const image = `${folder}.disk`
    const file = openSync(image, 'w')
    ftruncateSync(file, mebibytes * 2 ** 20)
    closeSync(file)
    try {
      execFileSync('mkfs.ext4', ['-q', '-m', '0', image], { stdio: 'ignore' })
      execFileSync('mount', ['-o', 'loop', image, folder], { stdio: 'ignore' })
      return new SmallDisk(folder, image)
    } catch {
      rmSync(image)
      return undefined
    }
  }

  /** Takes all the room that is left. To be repeated, because programs give some of theirs back. */
  async fill(): Promise<void> {
    const place = path.join(this.#folder, filler)
    const { bavail, bsize } = statfsSync(this.#folder)
    // The disk needs some room for itself, so not all that is free can be had at once.
    for (let blocks = bavail; blocks >= 1; blocks = Math.floor(blocks / 2)) {
      const size = statSync(place, { throwIfNoEntry: false })?.size ?? 0
      const args = ['--offset', String(size), '--length', String(blocks * bsize), place]
      await once(spawn('fallocate', args, { stdio: 'ignore' }), 'exit')
    }
  }

  makeRoom(): void {
    rmSync(path.join(this.#folder, filler), { force: true })
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.#folder])
    rmSync(this.#image)
  }
}
