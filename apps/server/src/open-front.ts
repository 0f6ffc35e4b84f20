import { readCertificate, type Certificate } from '@tocsin/platform/http/certificate.js';
import type { ServerParts } from './core/server-parts.js';
import { BodyRoom } from './http/body-room.js';
import { Front } from './http/front.js';
import { RateLimits } from './http/rate-limits.js';
import { whileStarting } from './http/starting.js';
import { isForDoors } from './ingest/door-paths.js';
import { openDoors } from './ingest/doors.js';
import { Refusals } from './ingest/refusals.js';

/** The server that listens before all other parts are ready. */
export interface OpenFront {
  readonly front: Front;
  readonly rates: RateLimits;
  readonly room: BodyRoom;
  /** Told once commands are taken. */
  readonly refusals: Refusals;
  readonly certificate: Certificate | null;
  /** From now on, senders are asked to retry. */
  readonly shut: () => void;
}

/** Answers senders as soon as their keys are known. Throws CertificateRefused. */
export const openFront = async (parts: ServerParts): Promise<OpenFront> => {
  const { tls } = parts.config;
  const certificate = tls && readCertificate(tls, new Date());
  const [rates, room, refusals] = [new RateLimits(parts), new BodyRoom(), new Refusals(parts)];
  let isOpen = true;
  const doors = await openDoors({ parts, rates, room, refusals, isReady: () => isOpen });
  const front = new Front({ certificate, isForDoors, doors, meanwhile: whileStarting(() => parts.folding.state()) });
  const shut = (): void => {
    isOpen = false;
  };
  return { front, rates, room, refusals, certificate, shut };
};
