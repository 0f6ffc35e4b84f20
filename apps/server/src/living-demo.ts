import { domain } from '@tocsin/domain/registry.js';
import type { Dispatcher } from './command/dispatcher.js';
import type { BusCommandType } from './command/handlers.js';
import type { BackgroundWork } from './core/background.js';
import type { ServerParts } from './core/server-parts.js';
import { DemoLife } from './demo/demo-life.js';
import { createEventId, Inbox } from './ingest/inbox.js';
import { EverySecond } from './operate/every-second.js';
import { HttpProblem } from './problems/problem.js';

type Parts = Pick<ServerParts, 'clock' | 'codec' | 'decode' | 'log' | 'logKind' | 'reads' | 'troubles'>;

/** Whoever looks around may have acted first, or changed who may act. */
const acceptRefusal = (error: unknown): void => {
  if (!(error instanceof HttpProblem)) throw error;
};

/** The people and the monitoring of a demo. A manual clock is moved by a test or a picture, in which nothing else happens. */
export const livingDemoOf = (parts: Parts, dispatcher: Pick<Dispatcher, 'send'>): readonly BackgroundWork[] => {
  const { clock, codec, decode, log, logKind, reads, troubles } = parts;
  if (logKind !== 'demo' || clock.kind !== 'system') return [];
  const now = (): string => clock.now();
  const inbox = new Inbox({ log, codec, decode, node: 'demo', logic: domain.logic, now });
  const life = new DemoLife({
    now,
    groups: reads.groups,
    send: ({ type, data }, order) => dispatcher.send(type as BusCommandType, data, order).catch(acceptRefusal),
    // a visitor may have removed it
    receive: async (data) => reads.integrations.get(data.integrationId) && inbox.receive(createEventId(now()), data),
    onTrouble: (error) => troubles.note('demo', error),
  });
  const looking = new EverySecond(() => life.look());
  return [{ name: 'life of the demo', start: () => looking.start(), stop: () => looking.stop() }];
};
