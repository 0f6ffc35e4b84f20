import type { IncomingMessage } from 'node:http';
import { limits } from '@tocsin/contracts/limits.js';
import type { HeldBody } from '../http/body-room.js';

/** More than a signal may be. */
export class BodyTooLarge extends Error {}
/** There is no room in memory for it now. */
export class NoRoomForBody extends Error {}
/** Its sender hung up half-way. */
export class BodyCutOff extends Error {}

/**
 * The body as it came. What is held of it is counted piece by piece: whoever says a length and sends nothing takes no room.
 * Throws BodyTooLarge, NoRoomForBody or BodyCutOff; the rest of it is then read and forgotten.
 */
export const readBody = (request: IncomingMessage, body: HeldBody, most: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = (error: Error): void => {
      request
        .off('data', take)
        .off('end', whole)
        .off('error', cutOff)
        .off('close', cutOff)
        .on('error', () => {})
        .resume();
      reject(error);
    };
    const take = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > most) return end(new BodyTooLarge());
      if (bytes > limits.bodies.free && !body.grow(piece.length)) return end(new NoRoomForBody());
      pieces.push(piece);
    };
    const whole = (): void => {
      request.off('close', cutOff);
      resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces));
    };
    const cutOff = (): void => end(new BodyCutOff());
    if (Number(request.headers['content-length'] ?? 0) > most) return end(new BodyTooLarge());
    request.on('data', take).once('end', whole).once('error', cutOff).once('close', cutOff);
  });
