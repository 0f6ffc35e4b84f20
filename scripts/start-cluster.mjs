// npm run start:cluster: the server with its log in EventStoreDB and its views in PostgreSQL; by default those of docker-compose.yml.
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
process.env.TOCSIN_PROFILE = 'cluster';
process.env.TOCSIN_EVENTSTORE ||= 'esdb://localhost:2113?tls=false';
process.env.TOCSIN_POSTGRES ||= 'postgres://tocsin:tocsin@localhost:5432/tocsin';
process.env.TOCSIN_DATA ||= 'data-cluster';
await import('../dist/server/main.js');
