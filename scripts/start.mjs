import module from 'node:module';
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';
import { inRoot } from './env/root.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
// named only here: an older Node, which ensureNode replaces, does not have it
module.enableCompileCache(inRoot('.cache', 'compiled'));
await import('../dist/server/main.js');
