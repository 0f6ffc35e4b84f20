import type { JSONEventData } from '@eventstore/db-client';
import fc from 'fast-check';
import { anEvent } from '@tocsin/testing/ports/event-log-samples.js';
import { toReceivedEvent, toProposal } from './wire.js';

const position = { commit: 7n, prepare: 7n };

/** An event after the round trip: the client serialises its values and parses them again. */
const roundTrip = (data: string, meta: string) => {
  const event = toProposal(anEvent({ data, meta, v: 3 })) as JSONEventData;
  const throughJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
  const recordedEvent = { id: event.id, type: event.type, streamId: 'toy.thing-1', revision: 4n, position };
  return toReceivedEvent({ ...recordedEvent, data: throughJson(event.data), metadata: throughJson(event.metadata) }, 'toy.');
};

it('gives back every text that JSON.stringify can write', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (one, other) => {
      const [data, meta] = [JSON.stringify(JSON.parse(one)), JSON.stringify(JSON.parse(other))];
      expect(roundTrip(data, meta)).toMatchObject({ data, meta, v: 3, stream: 'thing-1', revision: 4 });
    }),
  );
});
it.each(['{"a": 1}', '{"2":1,"1":2}', '1.0', '{"a":1,"a":2}', '"\\u0041"', ' null', '-0', '1e400'])(
  'gives back %s, which JSON would change',
  (text) => {
    expect(roundTrip(text, text)).toMatchObject({ data: text, meta: text });
  },
);
it('names the chain as the server’s tools do', () => {
  const { metadata } = toProposal(anEvent({ meta: '{"correlationId":"c","causationId":null}', v: 2 }));
  expect(metadata).toEqual({ $correlationId: 'c', v: 2, meta: { correlationId: 'c', causationId: null } });
});
it('refuses what is no JSON', () => {
  expect(() => toProposal(anEvent({ data: 'hello' }))).toThrow(SyntaxError);
});
it('stops at an event that somebody else has written', () => {
  const recordedEvent = { id: 'x', type: 'A', streamId: 'toy.thing-1', revision: 0n, position, data: {}, metadata: undefined };
  expect(() => toReceivedEvent(recordedEvent, 'toy.')).toThrow('toy.thing-1@0 was written by another program');
});
it('says that a server is too old to be counted', () => {
  const missingPlace = { commit: 0xffff_ffff_ffff_ffffn, prepare: 0xffff_ffff_ffff_ffffn };
  const recordedEvent = {
    id: 'x',
    type: 'A',
    streamId: 'toy.thing-1',
    revision: 0n,
    position: missingPlace,
    data: {},
    metadata: { v: 1, meta: {} },
  };
  expect(() => toReceivedEvent(recordedEvent, 'toy.')).toThrow('older than 22.6');
});
