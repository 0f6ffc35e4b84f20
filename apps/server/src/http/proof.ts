import * as accessLimits from '@tocsin/contracts/access/limits.js';
import { isProofNeeded, type BodyWithRole } from '@tocsin/contracts/proof.js';
import { millisBetween } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import type { Caller } from './caller.js';

type ProofDependencies = Pick<ServerParts, 'clock' | 'reads'>;

/**
 * Requires a recent confirmation of identity. Tokens have none, and can’t be used for the acts that need one. Throws
 * session.proof_needed.
 */
export const requireFresh = ({ clock }: Pick<ServerParts, 'clock'>, { session }: Pick<Caller, 'session'>): void => {
  if (session === null) return;
  const { provedAt } = session;
  if (provedAt === '' || millisBetween(provedAt, clock.now()) > accessLimits.proof) throw new HttpProblem('session.proof_needed');
};

/** Throws session.proof_needed for acts that a stolen session must not be able to do. `body`: unparsed. */
export const requireProof = (dependencies: ProofDependencies, type: string, body: unknown, caller: Pick<Caller, 'session'>): void => {
  const command = (body ?? {}) as BodyWithRole & { readonly personId?: unknown };
  const person = typeof command.personId === 'string' ? dependencies.reads.people.get(command.personId) : undefined;
  if (isProofNeeded(type, command, person?.role)) requireFresh(dependencies, caller);
};
