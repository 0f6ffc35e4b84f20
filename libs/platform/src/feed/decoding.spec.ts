import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import type { EncodedEvent } from '../codec/codec.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { createDecodeOnce } from './decoding.js';

const meta: Meta = {
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'person', id: 'p1', roles: [] },
  commandId: 'c1',
  correlationId: 'c1',
  causationId: null,
  logic: '1',
  node: 'n1',
};
const encodedEvent = (id: string, data: object): EncodedEvent => ({
  event: { id, type: 'DoorOpened', v: 1, data: JSON.stringify(data), meta: JSON.stringify(meta) },
  decoded: { data, meta },
});
const toStoredEvent = ({ event }: EncodedEvent, ordinal = 1): StoredEvent => ({
  ...event,
  stream: 'doors',
  revision: 0,
  ordinal,
  token: String(ordinal),
});

describe('decoding', () => {
  let parsedIds: string[];
  let decode: ReturnType<typeof createDecodeOnce>;
  beforeEach(() => {
    parsedIds = [];
    decode = createDecodeOnce((storedEvent): Recorded => {
      parsedIds.push(storedEvent.id);
      return { ...storedEvent, data: JSON.parse(storedEvent.data), meta: JSON.parse(storedEvent.meta) as Meta };
    });
  });

  it('parses an event once for all who follow', () => {
    const firstStored = toStoredEvent(encodedEvent('e1', { door: 'north' }));
    expect(decode(firstStored)).toBe(decode(firstStored));
    expect(parsedIds).toEqual(['e1']);
  });

  it('parses nothing of what was just appended here', () => {
    const one = encodedEvent('e1', { door: 'north' });
    decode.expect([one]);
    expect(decode(toStoredEvent(one, 7))).toEqual({
      id: 'e1',
      type: 'DoorOpened',
      v: 1,
      stream: 'doors',
      revision: 0,
      ordinal: 7,
      data: { door: 'north' },
      meta,
    });
    expect(parsedIds).toEqual([]);
  });

  it('believes the log where an earlier try wrote something else under the same id', () => {
    decode.expect([encodedEvent('e1', { door: 'south' })]);
    expect(decode(toStoredEvent(encodedEvent('e1', { door: 'north' }))).data).toEqual({ door: 'north' });
    expect(parsedIds).toEqual(['e1']);
  });

  it('parses what came from elsewhere after its own append failed', () => {
    const one = encodedEvent('e1', { door: 'north' });
    decode.expect([one]);
    decode.stopExpecting([one]);
    expect(decode(toStoredEvent(one)).data).toEqual({ door: 'north' });
    expect(parsedIds).toEqual(['e1']);
  });

  it('holds nothing of it once it must be forgotten', () => {
    const one = encodedEvent('e1', { door: 'north' });
    decode.expect([one]);
    decode.forget();
    decode(toStoredEvent(one));
    expect(parsedIds).toEqual(['e1']);
  });

  it('does not gather what never arrives', () => {
    const never = Array.from({ length: 6_000 }, (_, n) => encodedEvent(`e${n}`, { door: String(n) }));
    decode.expect(never);
    decode(toStoredEvent(never[0]!));
    decode(toStoredEvent(never[5_999]!));
    expect(parsedIds).toEqual(['e0']);
  });
});
