import { randomUUID } from 'node:crypto';
import type { Actor } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import type { PersonRow } from '@tocsin/contracts/people.js';
import type { SignInRow } from '@tocsin/contracts/sign-in.js';
import { findBySubject } from '@tocsin/domain/access/views.js';
import { findByEmail } from '@tocsin/domain/people/views.js';
import { canOpenSignIn } from '@tocsin/domain/sign-in/shared/can-open.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import { newSecret } from '../secrets/random-secrets.js';
import { invitationHashOf } from '../secrets/hashes.js';
import type { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { HttpProblem } from '../problems/problem.js';
import type { Claims } from './open-id.js';
import { untilKnown } from '../problems/until-known.js';
import { openIdSubjectHash } from '../secrets/keyed.js';

type Dependencies = Pick<ServerParts, 'clock' | 'memory' | 'reads' | 'vault'>;

interface Parts {
  readonly server: Dependencies;
  readonly dispatcher: Dispatcher;
}
type Settings = NonNullable<SignInRow['openId']>;

const actorOf = ({ id, role }: PersonRow): Actor => ({ kind: 'person', id, roles: [role] });

const longestName = 80;

/** The address from the claims. It must be verified by the provider, and its domain allowed. */
const requireEmail = ({ email, emailVerified }: Claims, { domains }: Settings): string => {
  if (email === null || !emailVerified) throw new HttpProblem('openid.email_not_verified');
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (domains.length > 0 && !domains.includes(domain)) throw new HttpProblem('openid.domain');
  return email;
};

/** Invites and joins a person without an invitation, as a member, in the name of Tocsin. */
const invited = async ({ server, dispatcher }: Parts, email: string, name: string | null): Promise<PersonRow> => {
  const commandId = randomUUID();
  const data = {
    name: (name ?? email).slice(0, longestName),
    email,
    role: 'member',
    // no one gets this invitation’s secret
    invitationHash: invitationHashOf(server, newSecret()),
    expiresAt: addMillis(server.clock.now(), limits.invitation),
  };
  await dispatcher.send('InvitePerson', data, { commandId, actor: systemActor });
  await untilKnown(server, () => findByEmail(server.reads, email) !== undefined);
  return findByEmail(server.reads, email)!;
};

/** The reference has no password behind it: a reset link can set one. */
const joined = async ({ server, dispatcher }: Parts, person: PersonRow): Promise<PersonRow> => {
  const data = { personId: person.id, passwordRef: `password:${randomUUID()}` };
  await dispatcher.send('JoinPerson', data, { commandId: randomUUID(), actor: actorOf(person) });
  await untilKnown(server, () => server.reads.people.get(person.id)?.state === 'active');
  return server.reads.people.get(person.id)!;
};

/**
 * Owners’ accounts can only be opened by a provider that an owner has confirmed, because an admin could set up a provider of their
 * own. Throws openid.owner_unconfirmed.
 */
const requireStanding = ({ reads }: Dependencies, personId: string): void => {
  if (!canOpenSignIn(reads, personId)) throw new HttpProblem('openid.owner_unconfirmed');
};

/**
 * The person who signs in: the one linked to the provider’s subject, otherwise the one with the verified e-mail address, who is then linked. Throws
 * openid.* for people who may not sign in.
 */
export const whoSignsIn = async (parts: Parts, claims: Claims, settings: Settings): Promise<PersonRow> => {
  const { server, dispatcher } = parts;
  const subjectHash = openIdSubjectHash(server.vault, claims);
  const linked = findBySubject(server.reads, subjectHash);
  const email = requireEmail(claims, settings);
  if (linked) {
    if (linked.state !== 'active') throw new HttpProblem('openid.not_invited');
    requireStanding(server, linked.id);
    return linked;
  }
  const known = findByEmail(server.reads, email);
  if (known ? known.state === 'disabled' : !settings.createsPeople) throw new HttpProblem('openid.not_invited');
  if (known) requireStanding(server, known.id);
  const there = known ?? (await invited(parts, email, claims.name));
  const person = there.state === 'invited' ? await joined(parts, there) : there;
  const data = { personId: person.id, subjectHash };
  await dispatcher.send('LinkOpenId', data, { commandId: randomUUID(), actor: actorOf(person) });
  // they may have been made an owner while they were being linked
  requireStanding(server, person.id);
  return person;
};
