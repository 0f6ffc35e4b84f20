import { randomUUID } from 'node:crypto';
import { ANY, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

// The ceiling: a program with only the client, one append for each event, with this many concurrent writers, each on its own stream.
const { connectionString, data, metadata, type } = JSON.parse(process.argv[2]);
const client = EventStoreDBClient.connectionString(connectionString);

const append = (stream) =>
  client.appendToStream(stream, [jsonEvent({ id: randomUUID(), type, data, metadata })], { expectedRevision: ANY, requiresLeader: true });

const run = async ({ writers, ms }) => {
  const startedAt = performance.now();
  let appendCount = 0;
  const runWriter = async (_, n) => {
    for (; performance.now() - startedAt < ms; appendCount += 1) await append(`plain-${n}`);
  };
  await Promise.all(Array.from({ length: writers }, runWriter));
  process.send({ rate: appendCount / ((performance.now() - startedAt) / 1_000) });
};
process.on('message', (order) => void run(order));
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
