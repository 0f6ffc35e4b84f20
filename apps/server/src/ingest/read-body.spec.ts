import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import type { BodyReservation } from '../http/body-room.js';
import { BodyTooLarge, NoRoomForBody, readBody } from './read-body.js';

const room: BodyReservation = { grow: () => true, leave: () => {} };
const fullRoom: BodyReservation = { grow: () => false, leave: () => {} };
/** Pieces in memory of their own, as the server receives them. */
const ownPieces = (count: number, bytes: number): Buffer[] =>
  Array.from({ length: count }, (_none, n) => Buffer.from(new Uint8Array(bytes).fill(n).buffer));
const requestOf = (pieces: readonly Buffer[]): IncomingMessage =>
  Object.assign(Readable.from(pieces, { objectMode: false }), { headers: {} }) as unknown as IncomingMessage;

describe('a body that is read', () => {
  it('is whole, and its pieces have returned their memory', async () => {
    const pieces = ownPieces(40, 65_536);
    const body = await readBody(requestOf(pieces), room, 16 * 1_048_576);
    expect(body.length).toBe(40 * 65_536);
    expect([body[0], body[65_536], body.at(-1)]).toEqual([0, 1, 39]);
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual(pieces.map(() => 0));
  });

  it('leaves memory alone that its pieces share with others', async () => {
    const shared = Buffer.from(new Uint8Array(100).fill(7).buffer);
    const body = await readBody(requestOf([shared.subarray(0, 40), shared.subarray(40, 60)]), room, 1_000);
    expect([body.length, shared.length, shared[99]]).toEqual([60, 100, 7]);
  });

  it.each([
    ['too large', 200_000, room, BodyTooLarge],
    ['without room', 16 * 1_048_576, fullRoom, NoRoomForBody],
  ])('and is %s returns what arrived, and what comes after it', async (_, most, reservation, error) => {
    const pieces = ownPieces(40, 65_536);
    const request = requestOf(pieces);
    const drained = new Promise((resolve) => request.once('close', resolve));
    await expect(readBody(request, reservation, most)).rejects.toBeInstanceOf(error);
    await drained;
    expect(pieces.map(({ byteLength }) => byteLength)).toEqual(pieces.map(() => 0));
  });
});
