import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** A browser that can be started, and what its process needs in its environment. */
interface Chromium {
  executablePath: string
  env: NodeJS.ProcessEnv
}

const root = path.join(import.meta.dirname, '../..')
/** npm brings one for Linux on x64 only. */
const isBrought = process.platform === 'linux' && process.arch === 'x64'
const broughtPackage = path.join(root, 'node_modules/@sparticuz/chromium')

/**
 * The browser at `CHROMIUM_PATH`, else the one that npm brought, which is unpacked once; where npm brings none, Debian's.
 * Throws where that is missing.
 */
export async function findChromium(): Promise<Chromium> {
  const chosen = process.env.CHROMIUM_PATH || (isBrought ? undefined : '/usr/bin/chromium')
  if (chosen !== undefined) {
    if (existsSync(chosen)) return { executablePath: chosen, env: process.env }
    throw new Error(
      `There is no browser at ${chosen}. Install Chromium (on Debian: apt-get install chromium), or set CHROMIUM_PATH ` +
        'to the one you have.',
    )
  }
  const folder = await unpacked()
  await nameFonts(folder)
  return {
    executablePath: path.join(folder, 'chromium'),
    env: {
      ...process.env,
      // Libraries and fonts come along, so that it starts and draws the same on every machine, with hardly anything installed.
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: folder,
    },
  }
}

/** The folder that holds the unpacked browser. It appears complete or not at all, also when two runs begin at once. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(broughtPackage, 'package.json'), 'utf8')) as {
    version: string
  } // as npm wants it
  const cache = path.join(root, 'node_modules/.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const growing = await mkdtemp(path.join(cache, 'chromium-unpacking-'))
  try {
    // The package unpacks to the folder for temporary files, whatever is there already: it gets one of its own.
    await promisify(execFile)(
      process.execPath,
      [path.join(import.meta.dirname, 'unpack-chromium.ts'), broughtPackage],
      {
        env: { ...process.env, TMPDIR: growing },
      },
    )
    await rename(growing, folder)
  } catch (error) {
    await rm(growing, { recursive: true, force: true })
    // Another run was first.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Says where the fonts are, also in a project that was moved or copied since: without a font no word has a size, and none is seen. */
async function nameFonts(folder: string): Promise<void> {
  const file = path.join(folder, 'fonts.conf')
  const wanted = fontsIn(folder)
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return
  // A browser that starts meanwhile reads the one or the other.
  const growing = path.join(await mkdtemp(path.join(folder, 'fonts-')), 'fonts.conf')
  await writeFile(growing, wanted)
  await rename(growing, file)
  await rm(path.dirname(growing), { recursive: true })
}

/** The brought fonts and no others: the package's own file names folders of the service that it was made for. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}
