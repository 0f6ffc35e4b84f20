import type { Recorded } from '@tocsin/contracts/envelope.js';
import { runsOf } from './event-runs.js';
import type { Gathering } from '../registry.js';

const cups: Gathering = {
  type: 'CupSold',
  bounds: [{ most: 3, of: () => 1 }],
  isWhole: () => true,
  command: ({ from, upTo, events }) => ({ type: 'Count', data: { from, upTo, cups: events.length } }),
};
const at = '2026-11-21T03:12:00.000Z';
const id = (ordinal: number): string => `01900000-0000-7000-8000-00000000000${ordinal}`;
const soldEvent = (ordinal: number): Recorded => ({
  id: id(ordinal),
  stream: 'till',
  revision: ordinal - 1,
  ordinal,
  type: 'CupSold',
  v: 1,
  data: {},
  meta: {
    at,
    actor: { kind: 'system', id: 't', roles: [] },
    commandId: id(ordinal),
    correlationId: id(ordinal),
    causationId: null,
    logic: '1',
    node: 'n',
  },
});

describe('runs', () => {
  it('are the same, whether the page begins where it was handled up to or before', () => {
    const [run, ...others] = runsOf(cups, [soldEvent(3), soldEvent(4)], 2);
    const [again] = runsOf(cups, [soldEvent(1), soldEvent(2), soldEvent(3), soldEvent(4)], 2);
    expect(others).toEqual([]);
    expect(again!.planned().command).toEqual(run!.planned().command);
    expect(again!.commandId).toBe(run!.commandId);
  });
});
