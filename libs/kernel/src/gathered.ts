import type { Recorded } from '@tocsin/contracts/envelope.js';
import { derivedId } from './ids.js';
import type { Planned } from './process.js';
import type { Gathering } from './registry.js';

/**
 * The commands for what came in after `from` (an ordinal, exclusive): one for each run. Events of other types are passed over.
 * A command’s id derives from the first and the last event of its run.
 */
export const gathered = (gathering: Gathering, events: readonly Recorded[], from: number): readonly Planned[] => {
  const planned: Planned[] = [];
  let run: Recorded[] = [];
  let weight = 0;
  let after = from;
  const end = (): void => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    planned.push({
      command: gathering.command({ from: after, upTo: last.ordinal, events: run }),
      commandId: derivedId(first.meta.at, gathering.type, first.id, last.id),
      causationId: last.id,
      correlationId: first.meta.correlationId,
    });
    after = last.ordinal;
    run = [];
    weight = 0;
  };
  for (const event of events) {
    if (event.type !== gathering.type) continue;
    run.push(event);
    weight += gathering.weigh(event as never);
    if (run.length >= gathering.most || weight >= gathering.mostWeight) end();
  }
  end();
  return planned;
};
