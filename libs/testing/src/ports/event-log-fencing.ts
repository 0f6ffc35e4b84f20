import type { EventLog } from '@tocsin/platform/event-log/event-log.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { anEvent } from './event-log-samples.js';
import type { StatesCheck } from './event-log-checks.js';
import { ToyServer } from '../toys/toy-server.js';
import { toyShop } from '../toys/toy-shop.js';

/** The log for two holders that decide at the same time: one that has read a stream waits until the other one has read it too. */
const readTogether = (log: EventLog): EventLog => {
  const waiters: (() => void)[] = [];
  return new Proxy(log, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'readStream') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return async (...query: Parameters<EventLog['readStream']>) => {
        const page = await target.readStream(...query);
        if (waiters.length < 2)
          await new Promise<void>((go) => (waiters.push(go), waiters.length === 2 && waiters.forEach((one) => one())));
        return page;
      };
    },
  });
};

const command = { type: 'Ask', data: { id: 'o1' } };
const commandId = '01900000-0000-7000-8000-0000000000f1';

/** Two reactors that both believe they lead: command ids are the same, because they derive from the cause; event ids must differ. */
export const fencingContract = (statesCheck: StatesCheck): void => {
  const holders = [
    { node: 'n1', epoch: 1, says: 'an epoch later, on the same node', other: { node: 'n1', epoch: 2 } },
    { node: 'n1', epoch: 1, says: 'on another node that took the same epoch', other: { node: 'n2', epoch: 1 } },
  ];
  for (const { says: sentence, other, ...first } of holders) {
    statesCheck(`tells exactly one of two holders that it is done: ${sentence}`, async (log) => {
      const ordered = anEvent({
        type: 'Ordered',
        data: JSON.stringify({ id: 'o1', price: 1, dueAt: '2026-11-21T04:12:00.000Z' }),
        meta: JSON.stringify({ at: '2026-11-21T03:12:00.000Z', actor: systemActor, commandId: 'c0' }),
      });
      await log.append('order-o1', 'none', [ordered]);
      const sharedReads = readTogether(log);
      const servers = [first, other].map((holder) => ({ holder, server: new ToyServer({ domain: toyShop, log: sharedReads, ...holder }) }));
      const outcomes = await Promise.all(
        servers.map(({ holder: { epoch }, server }) =>
          server.runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null, epoch }),
        ),
      );
      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['done', 'known']);
      expect((await log.readStream('order-o1')).map(({ type }) => type)).toEqual(['Ordered', 'Asked']);
    });
  }
};
