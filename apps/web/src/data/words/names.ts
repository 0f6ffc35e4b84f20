import type { ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import { peopleOfTargets } from '@tocsin/contracts/policies/targets.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { useMemo } from 'react';
import { byId } from '../cache/by-id.js';
import { useMe } from '../session/session.js';
import { useAll } from '../cache/use-view.js';

/** Rows hold ids; names join here, at the edge. */
export interface Names {
  readonly me: string;
  readonly person: (id: string | null | undefined) => string;
  /** Whether there is a person of this id who has a name still. */
  readonly isNamed: (personId: string) => boolean;
  /** How a text mentions a person; erased people are no longer named. */
  readonly mention: (personId: string) => string;
  readonly team: (id: string | null | undefined) => string;
  readonly service: (id: string | null | undefined) => string;
  readonly policy: (id: string | null | undefined) => string;
  readonly schedule: (id: string | null | undefined) => string;
  /** Webhooks of policies; by name only if those were loaded (`useTargetNames`). */
  readonly webhook: (id: string | null | undefined) => string;
  /** The people that targets resolve to at the moment. */
  readonly behind: (targets: readonly PolicyTarget[]) => readonly string[];
  readonly token: (id: string | null | undefined) => string;
  readonly integration: (id: string | null | undefined) => string;
  /** Recipient and contact method of an attempt, as far as the events shown tell. */
  readonly message: (of: AttemptRef) => AttemptMessage;
  /** The actor, as the subject of a sentence. */
  readonly actor: (actor: Actor) => string;
  /** What the actor did, and through which page link: `Ana acknowledged it from the e-mail`. */
  readonly did: (actor: Actor, what: string) => string;
  readonly serviceRow: (id: string | null | undefined) => ServiceRow | undefined;
  readonly policyRow: (id: string | null | undefined) => PolicyRow | undefined;
}

/** A name that may have been erased. */
export const plainName = (name: unknown): string => (typeof name === 'string' ? name : 'an erased person');

const viaLink: Record<string, string> = { email: 'the e-mail', webhook: 'the webhook', push: 'the push message' };

/** What an event of an attempt names: its page, and its slot or the attempt. */
export interface AttemptRef {
  readonly pageId: string;
  readonly slot?: string;
  readonly attemptId?: string | null;
}

export interface AttemptMessage {
  /** Null: the event that planned it is not shown. */
  readonly kind: ContactKind | null;
  /** Null: the event that names the recipient is not shown. */
  readonly to: string | null;
}

/** `link:email,push`, or the older form `email`, as text. */
const viaWords = (via: string): string => {
  if (via === 'chat:slack') return 'Slack';
  if (via.startsWith('plan:')) return 'files';
  if (via.startsWith('tool:')) return 'an approved plan';
  const kinds = via
    .replace('link:', '')
    .split(',')
    .flatMap((kind) => viaLink[kind] ?? []);
  return kinds.length > 0 ? kinds.join(' or ') : 'a page link';
};

const finderOf = <Row extends { id: string }>(rows: readonly Row[]) => {
  const map = byId(rows);
  return (id: string | null | undefined) => (id ? map.get(id) : undefined);
};

export function namesFrom(
  me: string,
  rows: {
    people: readonly { id: string; name: unknown }[];
    teams: readonly Pick<TeamRow, 'id' | 'name' | 'members' | 'removed'>[];
    services: readonly ServiceRow[];
    policies: readonly PolicyRow[];
    integrations: readonly { id: string; name: string }[];
    onCall?: readonly OnCallRow[];
    tokens?: readonly { id: string; name: unknown }[];
  },
): Names {
  const [people, teams, integrations] = [finderOf(rows.people), finderOf(rows.teams), finderOf(rows.integrations)];
  const [services, policies] = [finderOf(rows.services), finderOf(rows.policies)];
  const schedules = finderOf(rows.onCall ?? []);
  const standing = { onCall: byId(rows.onCall ?? []), teams: byId(rows.teams) };
  const tokens = finderOf(rows.tokens ?? []);
  const token: Names['token'] = (id) => {
    const name = tokens(id)?.name;
    return typeof name === 'string' && name !== '' ? name : 'a token';
  };
  // an event’s actor may also be a service token
  const person: Names['person'] = (id) => (people(id) ? plainName(people(id)!.name) : tokens(id) ? token(id) : 'someone');
  const isNamed: Names['isNamed'] = (id) => typeof people(id)?.name === 'string';
  const integration: Names['integration'] = (id) => integrations(id)?.name ?? 'a monitoring system';
  const actor: Names['actor'] = (by) => {
    if (by.kind === 'system') return by.id === 'operator' ? 'The server operator' : 'Tocsin';
    if (by.kind === 'sender') return integration(by.id);
    if (by.kind === 'token') return token(by.id);
    return by.token ? `${person(by.id)} (token ${token(by.token.id)})` : person(by.id);
  };
  return {
    me,
    person,
    isNamed,
    mention: (id) => `${isNamed(id) ? '@' : ''}${person(id)}`,
    token,
    integration,
    team: (id) => teams(id)?.name ?? 'a team',
    service: (id) => services(id)?.name ?? (id ? 'a service' : 'no service'),
    policy: (id) => policies(id)?.name ?? 'a policy',
    schedule: (id) => schedules(id)?.name ?? 'a schedule',
    webhook: () => 'a webhook',
    behind: (targets) => peopleOfTargets(targets, standing),
    serviceRow: services,
    policyRow: policies,
    message: () => ({ kind: null, to: null }),
    actor,
    did: (by, what) => `${actor(by)} ${what}${by.kind === 'person' && by.via ? ` from ${viaWords(by.via)}` : ''}`,
  };
}

/** Every name there is, live. */
export function useNames(): Names {
  const { personId } = useMe();
  const [people, teams, services] = [useAll('people'), useAll('teams'), useAll('services')];
  const [policies, integrations, tokens] = [useAll('policies'), useAll('integrations'), useAll('tokens')];
  const onCall = useAll('onCall');
  return useMemo(
    () => namesFrom(personId, { people, teams, services, policies, integrations, tokens, onCall }),
    [personId, people, teams, services, policies, integrations, tokens, onCall],
  );
}

export const usePerson = (id: string | null | undefined): string => useNames().person(id);
