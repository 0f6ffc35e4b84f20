import type { Recorded } from '@tocsin/contracts/envelope.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import type { Domain } from '../registry.js';
import { runSync } from '../step.js';
import { EarlyWork } from './early-work.js';
import { gather } from './gathering-step.js';
import type { PagePorts } from './page-ports.js';

const event = (ordinal: number, type: string): Recorded =>
  partOf<Recorded>({ id: `e${ordinal}`, ordinal, type, meta: { at: '2026-11-21T03:00:00.000Z', correlationId: 'c' } });

/** Gathers lists of events, one after the other, and returns the ordinals of each run. */
const runsOf = (...lists: readonly (readonly Recorded[])[]): readonly (readonly number[])[] => {
  const runs: (readonly number[])[] = [];
  const domain = partOf<Domain>({
    gatherings: [
      {
        type: 'Arrived',
        bounds: [],
        command: ({ events }: { readonly events: readonly Recorded[] }) => ({ type: 'Route', data: events.map(({ ordinal }) => ordinal) }),
        isWhole: () => true,
      },
    ],
  });
  const ports = partOf<PagePorts>({
    ahead: new EarlyWork(),
    beginWork: () => {},
    send: ([planned]: readonly [{ readonly command: { readonly data: readonly number[] } }]) => {
      runs.push(planned.command.data);
      return [];
    },
  });
  for (const events of lists) runSync(gather(domain, events, 0, ports));
  return runs;
};

describe('what is gathered', () => {
  it('is decided once, whether it was read ahead or with its page', () => {
    const page = [event(1, 'Arrived'), event(2, 'Arrived')];
    expect(runsOf(page, [event(3, 'Arrived')], [...page, event(3, 'Arrived'), event(4, 'Arrived')])).toEqual([[1, 2], [3], [4]]);
  });

  it('is not passed over where only later events of other types were read ahead', () => {
    expect(runsOf([event(1, 'Arrived')], [event(5, 'Routed')], [event(3, 'Arrived'), event(5, 'Routed')])).toEqual([[1], [3]]);
  });
});
