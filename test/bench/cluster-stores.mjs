import { EventStoreNode } from '../../libs/testing/src/eventstore-node/eventstore-node.ts';
import { postgresForTests } from '../../libs/testing/src/postgres-server.ts';

// The stores of a cluster in processes of their own: the node made for tests, and a real PostgreSQL that flushes its commits.
const node = await EventStoreNode.start();
const postgres = await postgresForTests({ durable: true });
process.on('message', async () => process.send({ database: await postgres.database() }));
process.on('SIGTERM', async () => {
  await postgres.stop();
  process.exit(0);
});
console.log(`stores at ${node.connectionString}`);
