import { z } from 'zod';
import type { Meta } from '@tocsin/contracts/envelope.js';
import { personal } from '@tocsin/contracts/ids.js';
import { event, writtenField, type EventContract } from '@tocsin/contracts/message.js';
import type { NewEvent, StoredEvent } from '../event-log/event-log.js';
import { MemoryVault } from '../vault/memory-vault.js';
import { KeyMissing } from '../vault/vault.js';
import { CodecError, EventCodec, UnknownEventType, type Upcasters } from './codec.js';

const subject = (d: { guestId: string }) => `person:${d.guestId}`;
const contracts: Record<string, EventContract> = {
  DoorOpened: event(1, ['system', ''], 'A door was opened.', z.object({ door: z.string(), wide: z.boolean().default(false) })),
  GuestArrived: event(
    2,
    ['system', ''],
    'A guest arrived.',
    z.object({
      guestId: z.string(),
      name: personal(z.string()),
      contact: z.object({ email: personal(z.string()).optional(), kind: z.string() }),
      timeZone: z.string(),
    }),
    [
      { path: 'name', subject },
      { path: 'contact.email', subject },
    ],
  ),
  BookSigned: event(
    1,
    ['system', ''],
    'Guests wrote something.',
    z.object({
      by: z.enum(['guest', 'machine']),
      text: personal(z.string()),
      lines: z.array(z.object({ text: personal(z.string()), at: z.string() })).default([]),
    }),
    [writtenField('text', ({ by }) => by === 'guest'), writtenField('lines.*.text')],
  ),
};
const upcasters: Upcasters = {
  'GuestArrived@1': (data: { guestId: string; name: unknown; contact: unknown }) => ({ ...data, timeZone: 'Etc/UTC' }),
};

const meta: Meta = {
  at: '2026-11-21T03:12:00.000Z',
  actor: { kind: 'person', id: 'p1', roles: ['owner'] },
  commandId: 'c1',
  correlationId: 'c1',
  causationId: null,
  logic: '1',
  node: 'n1',
};
const arrival = { guestId: 'g1', name: 'Zoë Ångström', contact: { email: 'zoe@example.org', kind: 'email' }, timeZone: 'Europe/Oslo' };
const toStored = (event: NewEvent, change: Partial<StoredEvent> = {}): StoredEvent => ({
  ...event,
  stream: 'guests',
  revision: 3,
  ordinal: 12,
  token: 't',
  ...change,
});

describe('the event codec', () => {
  let vault: MemoryVault;
  let codec: EventCodec;
  const salt = 'AAECAwQFBgcICQoLDA0ODw';
  const salted = { ...meta, salt };
  const encodeEvent = (id = 'e1', data: object = arrival): NewEvent => codec.encode({ id, type: 'GuestArrived', data }, meta);
  const dataOf = (event: NewEvent) => JSON.parse(event.data) as typeof arrival;

  beforeEach(() => {
    vault = new MemoryVault();
    codec = new EventCodec({ vault, contractOf: (type) => contracts[type], upcasters, createSalt: () => salt });
  });
  afterEach(() => vault.close());

  it('knows what is read of an event whose encrypted fields are left as they are', () => {
    const leave = (one: string): boolean => one === 'person:g1';
    const { event, decoded } = codec.encodeParsed({ id: 'e1', type: 'GuestArrived', data: arrival }, meta, leave);
    const { data, meta: readMeta } = codec.decode(toStored(event), leave);
    expect(decoded).toEqual({ data, meta: readMeta });
    expect(codec.decode(toStored(event)).data).toEqual(arrival);
  });

  it('does not know what is read of an event whose fields are decrypted', () => {
    expect(codec.encodeParsed({ id: 'e1', type: 'GuestArrived', data: arrival }, meta, () => false).decoded).toBeNull();
    const opened = codec.encodeParsed({ id: 'e2', type: 'DoorOpened', data: { door: 'north', wide: false } }, meta, () => false);
    expect(opened.decoded).toEqual({ data: { door: 'north', wide: false }, meta });
  });

  it('writes an event without personal fields as it is, and reads it back', () => {
    const event = codec.encode({ id: 'e1', type: 'DoorOpened', data: { door: 'north' } }, meta);
    expect(event).toEqual({ id: 'e1', type: 'DoorOpened', v: 1, data: '{"door":"north","wide":false}', meta: JSON.stringify(salted) });
    const { data, meta: _, ...envelope } = codec.decode(toStored(event));
    expect(data).toEqual({ door: 'north', wide: false });
    expect(envelope).toEqual({ id: 'e1', type: 'DoorOpened', v: 1, stream: 'guests', revision: 3, ordinal: 12 });
  });

  it('gives each event 16 random bytes of its own, as the last field of its meta, which nobody reads', () => {
    const random = new EventCodec({ vault, contractOf: (type) => contracts[type], upcasters });
    const door = { type: 'DoorOpened', data: { door: 'north', wide: false } };
    const visit = { type: 'GuestArrived', data: arrival };
    const events = [
      random.encode({ id: 'e1', ...door }, meta),
      ...random
        .encodeAll(
          [
            { id: 'e2', ...door },
            { id: 'e3', ...visit },
            { id: 'e4', ...door },
          ],
          meta,
        )
        .map(({ event }) => event),
      random.encodeParsed({ id: 'e5', ...visit }, meta, () => true).event,
    ];
    const salts = events.map((event) => /,"salt":"([\w-]+)"\}$/.exec(event.meta)?.[1] ?? '');
    expect(salts.map((one) => Buffer.from(one, 'base64url').length)).toEqual([16, 16, 16, 16, 16]);
    expect(new Set(salts).size).toBe(5);
    for (const event of events) expect(codec.decode(toStored(event)).meta).not.toHaveProperty('salt');
  });

  it('encrypts personal fields, and says in the meta which, and for whom', () => {
    const event = encodeEvent();
    expect(event.data).not.toContain('Zoë');
    expect(event.data).not.toContain('zoe@example.org');
    expect(dataOf(event).name).toMatch(/^[\w-]{40,}$/);
    expect(dataOf(event).contact.kind).toBe('email');
    const enc = [
      { path: 'name', subject: 'person:g1' },
      { path: 'contact.email', subject: 'person:g1' },
    ];
    expect(JSON.parse(event.meta)).toEqual({ ...salted, enc });
    expect(codec.decode(toStored(event))).toMatchObject({ data: arrival, meta: { enc } });
  });

  it('leaves the caller’s data as it was', () => {
    const before = structuredClone(arrival);
    codec.encode({ id: 'e1', type: 'GuestArrived', data: arrival }, meta, { parsed: true });
    expect(arrival).toEqual(before);
  });

  it('says what will be read where it is the same, and nothing where it is encrypted or JSON changes it', () => {
    const both = codec.encodeAll(
      [
        { id: 'e1', type: 'DoorOpened', data: { door: 'north', wide: false } },
        { id: 'e2', type: 'GuestArrived', data: arrival },
        { id: 'e3', type: 'DoorOpened', data: { door: 'north', wide: undefined } },
      ],
      meta,
    );
    expect(both.map(({ decoded }) => decoded !== null)).toEqual([true, false, false]);
    const [door] = both;
    expect(codec.decode(toStored(door!.event))).toMatchObject(door!.decoded!);
    expect(both.map(({ event }) => event.meta === JSON.stringify(salted))).toEqual([true, false, true]);
  });

  it('encrypts the same value differently each time', () => {
    expect(dataOf(encodeEvent()).name).not.toBe(dataOf(encodeEvent()).name);
  });

  it('skips a personal field that is missing or erased already', () => {
    const event = encodeEvent('e1', { ...arrival, name: { erased: true }, contact: { kind: 'none' } });
    expect(JSON.parse(event.meta)).toEqual(salted);
    expect(codec.decode(toStored(event)).data).toEqual({ ...arrival, name: { erased: true }, contact: { kind: 'none' } });
  });

  it('reads a field as erased once its key is destroyed', () => {
    const [eventOfGuest1, eventOfGuest2] = [encodeEvent('e1'), encodeEvent('e2', { ...arrival, guestId: 'g2' })];
    vault.destroy('person:g1');
    expect(codec.decode(toStored(eventOfGuest1)).data).toMatchObject({
      name: { erased: true },
      contact: { email: { erased: true }, kind: 'email' },
    });
    expect(codec.decode(toStored(eventOfGuest2)).data).toMatchObject({ name: 'Zoë Ångström' });
  });

  it('writes a field as erased, never readable, for a subject whose key is destroyed', () => {
    vault.destroy('person:g1');
    const event = encodeEvent();
    expect(dataOf(event).name).toEqual({ erased: true });
    expect(event.data + event.meta).not.toContain('example.org');
    expect(codec.decode(toStored(event)).data).toMatchObject({ name: { erased: true } });
  });

  it('says when the key is missing, instead of calling it erased', () => {
    const event = encodeEvent();
    const other = new MemoryVault();
    expect(() => new EventCodec({ vault: other, contractOf: (type) => contracts[type], upcasters }).decode(toStored(event))).toThrow(
      KeyMissing,
    );
    other.close();
  });

  it('says so too where the field is left encrypted', () => {
    const event = encodeEvent();
    const other = new MemoryVault();
    const without = new EventCodec({ vault: other, contractOf: (type) => contracts[type], upcasters });
    expect(() => without.decode(toStored(event), () => true)).toThrow(KeyMissing);
    expect(codec.decode(toStored(event), () => true).data).toMatchObject({ name: dataOf(event).name });
    other.close();
  });

  it('binds a ciphertext to its event', () => {
    const [one, other] = [encodeEvent('e1'), encodeEvent('e2')];
    expect(() => codec.decode(toStored({ ...one, data: other.data }))).toThrow(CodecError);
    expect(() => codec.decode(toStored({ ...one, id: 'e2' }))).toThrow('GuestArrived e2 (guests, revision 3): name does not decrypt');
  });

  it('binds a ciphertext to its path', () => {
    const event = encodeEvent();
    const { name, contact, ...rest } = dataOf(event);
    const swapped = { ...rest, name: contact.email, contact: { ...contact, email: name } };
    expect(() => codec.decode(toStored({ ...event, data: JSON.stringify(swapped) }))).toThrow(/name does not decrypt/);
  });

  it('binds a ciphertext to its subject', () => {
    const event = encodeEvent();
    vault.keyFor('person:g2');
    expect(() => codec.decode(toStored({ ...event, meta: event.meta.replaceAll('person:g1', 'person:g2') }))).toThrow(CodecError);
  });

  it('refuses a ciphertext that was changed or taken out', () => {
    const event = encodeEvent();
    const data = dataOf(event);
    const first = data.name.startsWith('A') ? 'B' : 'A';
    for (const name of [first + data.name.slice(1), data.name.slice(0, 8), '', 7, undefined]) {
      expect(() => codec.decode(toStored({ ...event, data: JSON.stringify({ ...data, name }) }))).toThrow(CodecError);
    }
  });

  describe('a text that a person wrote', () => {
    const encodeSigned = (id = 'e1', more: object = {}): NewEvent =>
      codec.encode({ id, type: 'BookSigned', data: { by: 'guest', text: 'Zoë was here', ...more } }, meta);
    const encOf = (event: NewEvent) => (JSON.parse(event.meta) as Meta).enc ?? [];
    const lines = [
      { text: 'Mind the step', at: 'noon' },
      { text: '', at: 'one' },
      { text: 'Zoë too', at: 'two' },
    ];

    it('is encrypted under a key of its own, in lists too', () => {
      const [one, other] = [encodeSigned('e1', { lines }), encodeSigned('e2')];
      expect(one.data + other.data).not.toMatch(/Zoë|Mind/);
      expect(encOf(one).map(({ path }) => path)).toEqual(['text', 'lines.0.text', 'lines.2.text']);
      expect(new Set([...encOf(one), ...encOf(other)].map((field) => field.subject)).size).toBe(4);
      expect(codec.decode(toStored(one)).data).toEqual({ by: 'guest', text: 'Zoë was here', lines });
    });

    it('reads as erased once its key is destroyed, and the others as they were', () => {
      const event = encodeSigned('e1', { lines });
      vault.destroy(encOf(event)[1]!.subject);
      expect(codec.decode(toStored(event)).data).toEqual({
        by: 'guest',
        text: 'Zoë was here',
        lines: [{ text: { erased: true }, at: 'noon' }, ...lines.slice(1)],
      });
    });

    it('stands plain where a machine wrote it', () => {
      const event = encodeSigned('e1', { by: 'machine' });
      expect(encOf(event)).toEqual([]);
      expect(codec.decode(toStored(event)).data).toMatchObject({ text: 'Zoë was here' });
    });

    it('takes the key that was made ahead', () => {
      codec = new EventCodec({ vault, contractOf: (type) => contracts[type], upcasters, textSubject: () => 'text:ready' });
      expect(encOf(encodeSigned())).toEqual([{ path: 'text', subject: 'text:ready' }]);
    });

    it('reads as erased where the vault never had its key, which is said: no note is worth a page that does not go out', () => {
      const event = encodeSigned();
      const missingKeys: unknown[] = [];
      const other = new MemoryVault();
      const otherCodec = new EventCodec({
        vault: other,
        contractOf: (type) => contracts[type],
        upcasters,
        onTextUnreadable: (error) => void missingKeys.push(error),
      });
      expect(otherCodec.decode(toStored(event)).data).toMatchObject({ text: { erased: true } });
      expect(missingKeys).toEqual([expect.any(KeyMissing)]);
      other.close();
    });
  });

  it('parses with the contract when it writes, unless the caller has', () => {
    const wrong = { id: 'e9', type: 'DoorOpened', data: { door: 7 } };
    expect(() => codec.encode(wrong, meta)).toThrow(/DoorOpened e9 does not match its contract/);
    expect(codec.encode(wrong, meta, { parsed: true }).data).toBe('{"door":7}');
  });

  it('never parses when it reads', () => {
    expect(codec.decode(toStored({ id: 'e9', type: 'DoorOpened', v: 1, data: '{"door":7}', meta: JSON.stringify(meta) })).data).toEqual({
      door: 7,
    });
  });

  it('brings an old version up to the newest one, after decrypting', () => {
    const { timeZone: _, ...old } = arrival;
    const event = { ...codec.encode({ id: 'e1', type: 'GuestArrived', data: old }, meta, { parsed: true }), v: 1 };
    expect(codec.decode(toStored(event))).toMatchObject({ v: 2, data: { ...arrival, timeZone: 'Etc/UTC' } });
  });

  it('chains upcasters', () => {
    const chained = new EventCodec({
      vault,
      contractOf: () => ({ ...contracts['DoorOpened']!, v: 3 }),
      upcasters: { 'DoorOpened@1': (d: object) => ({ ...d, two: 2 }), 'DoorOpened@2': (d: object) => ({ ...d, three: 3 }) },
    });
    expect(chained.decode(toStored({ id: 'e', type: 'DoorOpened', v: 1, data: '{}', meta: '{}' })).data).toEqual({ two: 2, three: 3 });
    expect(chained.decode(toStored({ id: 'e', type: 'DoorOpened', v: 2, data: '{}', meta: '{}' })).data).toEqual({ three: 3 });
  });

  it('says what to do where an old version can’t be brought up: that event is never skipped', () => {
    const failing = new EventCodec({
      vault,
      contractOf: () => ({ ...contracts['DoorOpened']!, v: 2 }),
      upcasters: {
        'DoorOpened@1': () => {
          throw new TypeError('x is undefined');
        },
      },
    });
    const read = (): unknown => failing.decode(toStored({ id: 'e7', type: 'DoorOpened', v: 1, data: '{}', meta: '{}' }));
    expect(read).toThrow(CodecError);
    expect(read).toThrow(/^DoorOpened e7 \(.*\) is of version 1, and this version of Tocsin can’t read it: go back to the release before/);
  });

  it('stops at a type or version that it does not know, old or new', () => {
    const event = { id: 'e1', type: 'RoofLifted', v: 1, data: '{}', meta: '{}' };
    expect(() => codec.decode(toStored(event))).toThrow(UnknownEventType);
    expect(() => codec.decode(toStored(event))).toThrow('this version of Tocsin does not know RoofLifted v 1 (event e1)');
    expect(() => codec.decode(toStored({ ...event, type: 'DoorOpened', v: 2 }))).toThrow(UnknownEventType);
    expect(() => codec.decode(toStored({ ...event, type: 'GuestArrived', v: 0 }))).toThrow(UnknownEventType);
    expect(() => codec.encode({ id: 'e1', type: 'RoofLifted', data: {} }, meta)).toThrow(UnknownEventType);
  });
});
