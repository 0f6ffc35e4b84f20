import type { IncomingMessage } from 'node:http';
import { limits } from '@tocsin/contracts/limits.js';
import type { BodyReservation } from '../http/body-room.js';

/** The body exceeds the size of a signal. */
export class BodyTooLarge extends Error {}
/** The reserved memory for bodies is used up. */
export class NoRoomForBody extends Error {}
/** The sender hung up half-way. */
export class BodyCutOff extends Error {}

/**
 * Returns the memory of a piece at once. Its owner in JavaScript is so small that a server at rest would collect it hours later, if ever. A piece that
 * shares its memory with others is left alone.
 */
const release = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};

const join = (chunks: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(chunks);
  chunks.forEach(release);
  return whole;
};

/**
 * The raw body. Memory is reserved piece by piece as it arrives: a client that declares a length and sends nothing uses none.
 * Throws BodyTooLarge, NoRoomForBody or BodyCutOff; the rest of the body is then read and discarded.
 */
export const readBody = (request: IncomingMessage, body: BodyReservation, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (error: Error): void => {
      request
        .off('data', take)
        .off('end', finishBody)
        .off('error', cutOff)
        .off('close', cutOff)
        .on('error', () => {})
        .on('data', release);
      chunks.splice(0).forEach(release);
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes > most) return end(new BodyTooLarge());
      if (bytes > limits.bodies.free && !body.grow(chunk.length)) return end(new NoRoomForBody());
    };
    const finishBody = (): void => {
      request.off('close', cutOff);
      resolve(chunks.length === 1 ? chunks[0]! : join(chunks));
    };
    const cutOff = (): void => end(new BodyCutOff());
    if (Number(request.headers['content-length'] ?? 0) > most) return end(new BodyTooLarge());
    request.on('data', take).once('end', finishBody).once('error', cutOff).once('close', cutOff);
  });
