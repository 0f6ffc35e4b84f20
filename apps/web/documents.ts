import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { documentFiles, documentPages } from './documents/pages.js';

/** The guide and the reference as pages, under `/docs`. */
export const documents = (): Plugin => ({
  name: 'documents',
  apply: 'build',
  buildStart() {
    for (const file of documentFiles) this.addWatchFile(file);
  },
  generateBundle() {
    for (const [name, source] of documentPages()) this.emitFile({ type: 'asset', fileName: `docs/${name}`, source });
    const source = readFileSync(new URL('documents/documents.css', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'docs/documents.css', source });
  },
});
