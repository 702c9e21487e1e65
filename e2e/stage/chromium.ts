import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** A browser that can be started, with the environment that its process needs. */
interface Chromium {
  executablePath: string
  env: NodeJS.ProcessEnv
}

const root = path.join(import.meta.dirname, '../..')
/** npm provides one for Linux on x64 only. */
const isBrought = process.platform === 'linux' && process.arch === 'x64'
const broughtPackage = path.join(root, 'node_modules/@sparticuz/chromium')

/**
 * The browser at `CHROMIUM_PATH`, else the one from npm, which is unpacked once; where npm provides none, Debian's.
 * Throws if that is missing.
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
      // Libraries and fonts come with it, so that it starts and draws equally on every machine, with hardly anything
      // installed.
      LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'),
      FONTCONFIG_PATH: folder,
    },
  }
}

/** The folder that holds the unpacked browser. It appears complete or not at all, even if two runs begin at once. */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(broughtPackage, 'package.json'), 'utf8')) as {
    version: string
  } // every package.json has a version
  const cache = path.join(root, 'node_modules/.cache')
  const folder = path.join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const growing = await mkdtemp(path.join(cache, 'chromium-unpacking-'))
  try {
    // The package unpacks to the folder for temporary files, even over existing files, so it gets a folder of its own.
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
    // Another run was faster.
    if (!existsSync(folder)) throw error
  }
  return folder
}

/**
 * Writes the paths of the fonts, which change if the project is moved or copied. Without a font no text has a size or
 * can be seen.
 */
async function nameFonts(folder: string): Promise<void> {
  const file = path.join(folder, 'fonts.conf')
  const wanted = fontsIn(folder)
  if ((await readFile(file, 'utf8').catch(() => '')) === wanted) return
  // A browser that starts in the meantime reads either the old or the new file.
  const growing = path.join(await mkdtemp(path.join(folder, 'fonts-')), 'fonts.conf')
  await writeFile(growing, wanted)
  await rename(growing, file)
  await rm(path.dirname(growing), { recursive: true })
}

/** The provided fonts and no others: the package's own file names folders of the service that it was made for. */
function fontsIn(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}
