import { randomUUID } from 'node:crypto';
import type { Actor } from '@tocsin/contracts/envelope.js';
import * as peopleLimits from '@tocsin/contracts/people/limits.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { SignInRow } from '@tocsin/contracts/sign-in/noun.js';
import { findBySubject } from '@tocsin/domain/setup/access/views.js';
import { findByEmail } from '@tocsin/domain/setup/people/views.js';
import { canOpenSignIn } from '@tocsin/domain/setup/sign-in/shared/can-open.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { createSecret } from '../secrets/random-secrets.js';
import { invitationHashOf } from '../secrets/hashes.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import type { OpenIdClaims } from './open-id.js';
import { waitUntilKnown } from '../problems/await-visibility.js';
import { openIdSubjectHash } from '../secrets/purpose-macs.js';

type Dependencies = Pick<ServerParts, 'clock' | 'memory' | 'reads' | 'vault'>;

interface SignInDependencies {
  readonly server: Dependencies;
  readonly dispatcher: Dispatcher;
}
type SubjectSettings = NonNullable<SignInRow['openId']>;

const actorOf = ({ id, role }: PersonRow): Actor => ({ kind: 'person', id, roles: [role] });

const longestName = 80;

/** The address from the claims. It must be verified by the provider, and its domain allowed. */
const requireEmail = ({ email, isEmailVerified: emailVerified }: OpenIdClaims, { domains }: SubjectSettings): string => {
  if (email === null || !emailVerified) throw new HttpProblem('openid.email_not_verified');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) throw new HttpProblem('openid.domain');
  return email;
};

/** Invites and joins a person without an invitation, as a member, in the name of Tocsin. */
const invitePerson = async ({ server, dispatcher }: SignInDependencies, email: string, name: string | null): Promise<PersonRow> => {
  const commandId = randomUUID();
  const data = {
    name: (name ?? email).slice(0, longestName),
    email,
    role: 'member',
    // no one gets this invitation’s secret
    invitationHash: invitationHashOf(server, createSecret()),
    expiresAt: addMillis(server.clock.now(), peopleLimits.invitation),
  };
  await dispatcher.send('InvitePerson', data, { commandId, actor: systemActor });
  await waitUntilKnown(server, () => findByEmail(server.reads, email) !== undefined);
  return findByEmail(server.reads, email)!;
};

/** The reference has no password behind it: a reset link can set one. */
const joinPerson = async ({ server, dispatcher }: SignInDependencies, person: PersonRow): Promise<PersonRow> => {
  const data = { personId: person.id, passwordRef: `password:${randomUUID()}` };
  await dispatcher.send('JoinPerson', data, { commandId: randomUUID(), actor: actorOf(person) });
  await waitUntilKnown(server, () => server.reads.people.get(person.id)?.state === 'active');
  return server.reads.people.get(person.id)!;
};

/**
 * Owners’ accounts can only be opened by a provider that an owner has confirmed, because an admin could set up a provider of their
 * own. Throws openid.owner_unconfirmed.
 */
const requireActive = ({ reads }: Dependencies, personId: string): void => {
  if (!canOpenSignIn(reads, personId)) throw new HttpProblem('openid.owner_unconfirmed');
};

/**
 * The person who signs in: the one linked to the provider’s subject, otherwise the one with the verified e-mail address, who is then linked. Throws
 * openid.* for people who may not sign in.
 */
export const whoSignsIn = async (dependencies: SignInDependencies, claims: OpenIdClaims, settings: SubjectSettings): Promise<PersonRow> => {
  const { server, dispatcher } = dependencies;
  const subjectHash = openIdSubjectHash(server.vault, claims);
  const linkedPerson = findBySubject(server.reads, subjectHash);
  const email = requireEmail(claims, settings);
  if (linkedPerson) {
    if (linkedPerson.state !== 'active') throw new HttpProblem('openid.not_invited');
    requireActive(server, linkedPerson.id);
    return linkedPerson;
  }
  const knownPerson = findByEmail(server.reads, email);
  if (knownPerson ? knownPerson.state === 'disabled' : !settings.createsPeople) throw new HttpProblem('openid.not_invited');
  if (knownPerson) requireActive(server, knownPerson.id);
  const existingPerson = knownPerson ?? (await invitePerson(dependencies, email, claims.name));
  const person = existingPerson.state === 'invited' ? await joinPerson(dependencies, existingPerson) : existingPerson;
  const data = { personId: person.id, subjectHash };
  await dispatcher.send('LinkOpenId', data, { commandId: randomUUID(), actor: actorOf(person) });
  // they may have been made an owner while they were being linked
  requireActive(server, person.id);
  return person;
};
