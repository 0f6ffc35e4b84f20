import { limits } from '@tocsin/contracts/limits.js';
import type { SecondStepAnswer } from '@tocsin/contracts/access.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import { accessOf, passwordRefOf } from '@tocsin/domain/access/views.js';
import { plus } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { secondStepSeal } from '../secrets/keyed.js';

type Parts = Pick<ServerParts, 'vault' | 'clock' | 'reads'>;

/** Bound to the password and the secret it was given for: a change of either ends it. */
const seal = ({ vault, reads }: Parts, person: PersonRow, expiresAt: string): string =>
  secondStepSeal(vault, [person.id, expiresAt, passwordRefOf(reads, person), accessOf(reads, person.id).twoFactor?.secretRef]);

/** Whoever gave the right password holds this while they look for their code. Nothing of it is stored. */
export const challengeOf = (core: Parts, person: PersonRow): SecondStepAnswer => {
  const expiresAt = plus(core.clock.now(), limits.secondStep);
  return { challenge: `${person.id}~${expiresAt}~${seal(core, person, expiresAt)}`, expiresAt };
};

/** Who is in the middle of signing in. Throws session.second_step_over. */
export const challenged = (core: Parts, challenge: string): PersonRow => {
  const [personId = '', expiresAt = '', mac = ''] = challenge.split('~');
  const person = core.reads.people.get(personId);
  const isOpen = person?.state === 'active' && expiresAt >= core.clock.now() && mac === seal(core, person, expiresAt);
  if (!person || !isOpen) throw new HttpProblem('session.second_step_over');
  return person;
};
