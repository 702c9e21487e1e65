/** Unpacks the browser, its libraries and its fonts from the package in the first argument into `TMPDIR`. */
import path from 'node:path'
import { inflate } from '@sparticuz/chromium'

const packed = path.join(process.argv[2] ?? '', 'bin')
await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => inflate(path.join(packed, name))))
