import { limits } from '@tocsin/contracts/limits.js';
import { takesProof } from '@tocsin/contracts/proof.js';
import { between } from '@tocsin/kernel/time.js';
import type { Core } from '../core/core.js';
import { HttpProblem } from '../http/problem.js';
import type { Who } from '../http/who.js';

/** Throws session.proof_needed for what a session that somebody stole must not do. A token has none, and none of it is for tokens. */
export const requireProof = ({ clock }: Pick<Core, 'clock'>, type: string, { session }: Pick<Who, 'session'>): void => {
  if (!takesProof(type) || session === null) return;
  const { provedAt } = session;
  if (provedAt === '' || between(provedAt, clock.now()) > limits.proof) throw new HttpProblem('session.proof_needed');
};
