import { EventStoreNode } from '../../libs/testing/src/eventstore-node/eventstore-node.ts';
import { postgresForTests } from '../../libs/testing/src/machine/postgres-server.ts';

// The stores of a cluster in separate processes: the test node, and a real PostgreSQL that flushes its commits.
const node = await EventStoreNode.start();
const postgres = await postgresForTests({ durable: true });
const end = () => process.exit(0);
process.on('message', () => void postgres.database().then((database) => process.send({ database })));
process.on('SIGTERM', () => void postgres.stop().then(end));
console.log(`stores at ${node.connectionString}`);
