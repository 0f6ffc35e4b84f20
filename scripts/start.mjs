import { enableCompileCache } from 'node:module';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
enableCompileCache(inRoot('.cache', 'compiled'));
await import('../dist/server/apps/server/src/main.js');
