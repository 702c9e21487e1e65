import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the web app to `dist/web`; in development `/api` goes to the server on port 3000, under the page's own host. */
export default defineConfig({
  root: 'web',
  plugins: [react()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    // Every browser that runs es2022 preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Compressed as one, what is loaded together is smaller than in parts.
          groups: [
            {
              name: 'application',
              test: /node_modules.(@tanstack|use-sync-external-store)|web.lists.list-address|web.ui.(confirm-dialog|date-range|page|row-skeletons)\.|rules.results/,
            },
            { name: 'dates', test: /ui.(date-text|typed-date)|shell.use-dates|rules.local-time/ },
          ],
        },
      },
    },
    // The fonts and pictures stay files of their own, so that a first load counts only what it needs.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    host: '127.0.0.1',
    allowedHosts: ['.localhost'],
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.PORT ?? 3000}`, changeOrigin: false } },
  },
})
