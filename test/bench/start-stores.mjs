import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/** The test node and PostgreSQL, in separate processes. `env` returns a server’s environment, with an empty database. */
export const startStores = async () => {
  const child = fork(resolve('test/bench/cluster-stores.mjs'), {
    execArgv: ['--import', resolve('test/bench/typescript.mjs')],
    silent: true,
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    if (/stores at \S+\n/.test(output)) break;
  }
  const eventStore = /stores at (\S+)/.exec(output)?.[1];
  if (!eventStore) throw new Error(`the stores did not start: ${output}`);
  const createDatabase = async () => {
    child.send('database');
    const [message] = await once(child, 'message');
    return message.database;
  };
  return {
    eventStore,
    database: createDatabase,
    env: async () => ({ TOCSIN_PROFILE: 'cluster', TOCSIN_EVENTSTORE: eventStore, TOCSIN_POSTGRES: await createDatabase() }),
    stop: async () => {
      const exitEvent = once(child, 'exit');
      child.kill('SIGTERM');
      await exitEvent;
    },
  };
};
