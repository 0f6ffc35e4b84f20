import * as accessLimits from '@tocsin/contracts/access/limits.js';
import type { SecondStepAnswer } from '@tocsin/contracts/access/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import { accessOf, passwordRefOf } from '@tocsin/domain/setup/access/views.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import { secondStepSeal } from '../secrets/purpose-macs.js';

type SecondStepDependencies = Pick<ServerParts, 'vault' | 'clock' | 'reads'>;

/** Bound to the current password and second factor: a change of either invalidates it. */
const seal = ({ vault, reads }: SecondStepDependencies, person: PersonRow, expiresAt: string): string =>
  secondStepSeal(vault, [person.id, expiresAt, passwordRefOf(reads, person), accessOf(reads, person.id).twoFactor?.secretRef]);

/** Proves that the right password was given, while the person looks up their code. Nothing is stored. */
export const challengeOf = (dependencies: SecondStepDependencies, person: PersonRow): SecondStepAnswer => {
  const expiresAt = addMillis(dependencies.clock.now(), accessLimits.secondStep);
  return { challenge: `${person.id}~${expiresAt}~${seal(dependencies, person, expiresAt)}`, expiresAt };
};

/** The person who is signing in. Throws session.second_step_over. */
export const personOfChallenge = (dependencies: SecondStepDependencies, challenge: string): PersonRow => {
  const [personId = '', expiresAt = '', mac = ''] = challenge.split('~');
  const person = dependencies.reads.people.get(personId);
  const isOpen = person?.state === 'active' && expiresAt >= dependencies.clock.now() && mac === seal(dependencies, person, expiresAt);
  if (!person || !isOpen) throw new HttpProblem('session.second_step_over');
  return person;
};
