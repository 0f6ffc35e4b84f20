import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstScreenFiles, isFirstScreenFile } from './chunks.js';
import { compressed } from './compressed.js';
import { documents } from './documents.js';

const resolvePath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.TOCSIN_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: resolvePath('.'),
  cacheDir: resolvePath('../../.cache/vite'),
  plugins: [react(), tailwindcss(), documents(), compressed()],
  // Contracts are all that the web shares with the server, so they are the only alias here.
  resolve: {
    alias: [
      { find: /^@tocsin\/contracts\/(.*)\.js$/, replacement: resolvePath('../../libs/contracts/src/$1.ts') },
      // built into React since version 18: the shim for older versions is not needed
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  build: {
    outDir: resolvePath('../../dist/web'),
    emptyOutDir: true,
    manifest: true,
    license: { fileName: 'third-party.md' },
    modulePreload: {
      // every supported browser has it
      polyfill: false,
      // what is loaded before anything is rendered need not stand in the list of each part that is loaded later
      resolveDependencies: (_, files) =>
        files.filter((file) => !/assets\/(app|alerts|index|libraries|rolldown-runtime|shared)-/.test(file)),
    },
    rolldownOptions: {
      optimization: { inlineConst: true },
      input: { index: resolvePath('index.html'), sw: resolvePath('src/sw/service-worker.ts') },
      // a service worker is identified by its address, so it has no hash; its scope is its folder
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // without names and with short hashes, as the first screen repeats them in its list of all parts
        chunkFileNames: ({ name }) => (isFirstScreenFile(name) ? 'assets/[name]-[hash].js' : 'assets/[hash:7].js'),
        codeSplitting: { groups: [{ name: firstScreenFiles(), includeDependenciesRecursively: false }] },
      },
    },
  },
  server: { proxy: { '/api': server, '/live': { target: server, ws: true } } },
});
