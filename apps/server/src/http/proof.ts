import { limits } from '@tocsin/contracts/limits.js';
import { needsProof, type BodyWithRole } from '@tocsin/contracts/proof.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import type { Caller } from './caller.js';

type Parts = Pick<ServerParts, 'clock' | 'reads'>;

/**
 * Requires a recent confirmation of identity. Tokens have none, and can’t be used for the acts that need one. Throws
 * session.proof_needed.
 */
export const requireFresh = ({ clock }: Pick<ServerParts, 'clock'>, { session }: Pick<Caller, 'session'>): void => {
  if (session === null) return;
  const { provedAt } = session;
  if (provedAt === '' || millisBetween(provedAt, clock.now()) > limits.proof) throw new HttpProblem('session.proof_needed');
};

/** Throws session.proof_needed for acts that a stolen session must not be able to do. `body`: unparsed. */
export const requireProof = (parts: Parts, type: string, body: unknown, who: Pick<Caller, 'session'>): void => {
  const command = (body ?? {}) as BodyWithRole & { readonly personId?: unknown };
  const person = typeof command.personId === 'string' ? parts.reads.people.get(command.personId) : undefined;
  if (needsProof(type, command, person?.role)) requireFresh(parts, who);
};
