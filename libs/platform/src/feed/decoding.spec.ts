import type { Meta, Recorded } from '@tocsin/contracts/envelope.js';
import type { Encoded } from '../codec/codec.js';
import type { StoredEvent } from '../event-log/event-log.js';
import { decodingOnce } from './decoding.js';

const meta: Meta = {
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'person', id: 'p1', roles: [] },
  commandId: 'c1',
  correlationId: 'c1',
  causationId: null,
  logic: '1',
  node: 'n1',
};
const written = (id: string, data: object): Encoded => ({
  event: { id, type: 'DoorOpened', v: 1, data: JSON.stringify(data), meta: JSON.stringify(meta) },
  decoded: { data, meta },
});
const arrived = ({ event }: Encoded, ordinal = 1): StoredEvent => ({
  ...event,
  stream: 'doors',
  revision: 0,
  ordinal,
  token: String(ordinal),
});

describe('decoding', () => {
  let parsed: string[];
  let decode: ReturnType<typeof decodingOnce>;
  beforeEach(() => {
    parsed = [];
    decode = decodingOnce((stored): Recorded => {
      parsed.push(stored.id);
      return { ...stored, data: JSON.parse(stored.data), meta: JSON.parse(stored.meta) as Meta };
    });
  });

  it('parses an event once for all who follow', () => {
    const stored = arrived(written('e1', { door: 'north' }));
    expect(decode(stored)).toBe(decode(stored));
    expect(parsed).toEqual(['e1']);
  });

  it('parses nothing of what was just appended here', () => {
    const one = written('e1', { door: 'north' });
    decode.expect([one]);
    expect(decode(arrived(one, 7))).toEqual({
      id: 'e1',
      type: 'DoorOpened',
      v: 1,
      stream: 'doors',
      revision: 0,
      ordinal: 7,
      data: { door: 'north' },
      meta,
    });
    expect(parsed).toEqual([]);
  });

  it('believes the log where an earlier try wrote something else under the same id', () => {
    decode.expect([written('e1', { door: 'south' })]);
    expect(decode(arrived(written('e1', { door: 'north' }))).data).toEqual({ door: 'north' });
    expect(parsed).toEqual(['e1']);
  });

  it('holds nothing of it once it must be forgotten', () => {
    const one = written('e1', { door: 'north' });
    decode.expect([one]);
    decode.forget();
    decode(arrived(one));
    expect(parsed).toEqual(['e1']);
  });

  it('does not gather what never arrives', () => {
    const never = Array.from({ length: 6_000 }, (_, n) => written(`e${n}`, { door: String(n) }));
    decode.expect(never);
    decode(arrived(never[0]!));
    decode(arrived(never[5_999]!));
    expect(parsed).toEqual(['e0']);
  });
});
