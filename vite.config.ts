import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressBuild } from './scripts/web-build/compress-build.ts'
import { keepSheets } from './scripts/web-build/keep-sheets.ts'
import { pageFiles } from './scripts/web-build/page-files.ts'
import { fewerPhoneTables } from './scripts/web-build/phone-tables.ts'
import { phraseFiles } from './scripts/web-build/phrase-files.ts'
import { nameSharedFile, refuseCirclesOfFiles } from './scripts/web-build/shared-files.ts'
import { joinedPhrases as joined } from './web/ui/joined-phrases.ts'

/** Builds the web app to `dist/web`; in development `/api` goes to the server on port 3000, under the page's own host. */
export default defineConfig(({ command }) => ({
  root: 'web',
  plugins: [
    react(),
    phraseFiles(joined),
    fewerPhoneTables(),
    keepSheets(),
    refuseCirclesOfFiles(),
    pageFiles(joined),
    compressBuild(),
  ],
  // The store of the router asks for a stand-in of what React has had since version 18.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  // Whoever develops sees in the page what a class is for.
  ...(command === 'build' && { css: { modules: { generateScopedName: '[hash:base64:5]' } } }),
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Every browser that runs es2022 preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A class that no style sheet has would be built, too.
      onwarn(warning, warn) {
        if (warning.code === 'IMPORT_IS_UNDEFINED') throw new Error(warning.message)
        warn(warning)
      },
      // Names of classes are constants of other modules.
      optimization: { inlineConst: { mode: 'all', pass: 3 } },
      output: {
        // Each page's files are listed in the application, where no letter of a hash can be compressed.
        chunkFileNames: ({ isDynamicEntry, name }) =>
          isDynamicEntry || /^(start|application|rolldown-runtime)$/.test(name)
            ? 'assets/[name]-[hash:7].js'
            : 'assets/[hash:7].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: nameSharedFile(), debugName: 'loaded together' }],
        },
      },
    },
    // The fonts and pictures stay files of their own, so that a first load counts only what it needs.
    assetsInlineLimit: 0,
  },
  // Named in `server/platform/web-app.ts`, which gives it rules of its own.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash:7].js' } } },
  server: {
    port: 5173,
    host: '127.0.0.1',
    allowedHosts: ['.localhost'],
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
}))
