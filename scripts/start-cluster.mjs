// npm run start:cluster: the server with its log in EventStoreDB and its views in PostgreSQL; by default those of docker-compose.yml.
import { ensureBuild } from './env/build.mjs';
import { ensureInstall } from './env/install.mjs';
import { ensureNode } from './env/node.mjs';

await ensureNode();
await ensureInstall();
await ensureBuild();
process.env.TOCSIN_PROFILE = 'cluster';
process.env.TOCSIN_EVENTSTORE ||= 'esdb://localhost:2113?tls=false';
process.env.TOCSIN_POSTGRES ||= 'postgres://tocsin:tocsin@localhost:5432/tocsin';
process.env.TOCSIN_DATA ||= 'data-cluster';
await import('../dist/server/main.js');
