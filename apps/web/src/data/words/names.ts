import type { Actor } from '@tocsin/contracts/envelope.js';
import type { PolicyRow, PolicyTarget } from '@tocsin/contracts/policies.js';
import type { OnCallRow } from '@tocsin/contracts/schedules.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';
import { peopleOfTargets } from '@tocsin/contracts/people-of-targets.js';
import type { TeamRow } from '@tocsin/contracts/teams.js';
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
  /** The recipient of a page, where only the page’s id is known. */
  readonly page: (pageId: string) => string;
  /** The actor, as the subject of a sentence. */
  readonly actor: (actor: Actor) => string;
  readonly serviceRow: (id: string | null | undefined) => ServiceRow | undefined;
  readonly policyRow: (id: string | null | undefined) => PolicyRow | undefined;
}

/** A name that may have been erased. */
export const plainName = (name: unknown): string => (typeof name === 'string' ? name : 'an erased person');

const viaLink: Record<string, string> = { email: 'an e-mail', webhook: 'a webhook', push: 'a push message' };

/** `link:email,push`, or the older form `email`, as text. */
const viaWords = (via: string): string => {
  const kinds = via
    .replace('link:', '')
    .split(',')
    .flatMap((kind) => viaLink[kind] ?? []);
  return kinds.length > 0 ? `by the link in ${kinds.join(' or ')}` : 'by a page’s link';
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
    page: () => 'A page',
    actor: (actor) => {
      if (actor.kind === 'system') return actor.id === 'operator' ? 'The server operator' : 'Tocsin';
      if (actor.kind === 'sender') return integration(actor.id);
      if (actor.kind === 'token') return token(actor.id);
      if (actor.token) return `${person(actor.id)} (token ${token(actor.token.id)})`;
      return actor.via ? `${person(actor.id)}, ${viaWords(actor.via)},` : person(actor.id);
    },
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
