import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
await import('../dist/server/main.js');
