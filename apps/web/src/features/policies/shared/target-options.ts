import { canBePaged } from '@tocsin/contracts/people/can-be-paged.js';
import type { PolicyTarget } from '@tocsin/contracts/policies/noun.js';
import { receiverTraits } from '@tocsin/contracts/event-subscriptions/receivers.js';
import type { EventSubscriptionRow } from '@tocsin/contracts/event-subscriptions/noun.js';
import type { PersonRow } from '@tocsin/contracts/people/rows.js';
import type { OnCallRow } from '@tocsin/contracts/schedules/schedules.js';
import type { TeamRow } from '@tocsin/contracts/teams/noun.js';
import { plainName, type Names } from '../../../data/words/names.js';

/** What a step can be given: rows that exist, and those webhooks that its team may call. */
export interface OfferedRows {
  readonly people: readonly Pick<PersonRow, 'id' | 'name' | 'role' | 'state'>[];
  readonly schedules: readonly OnCallRow[];
  readonly teams: readonly TeamRow[];
  readonly webhooks: readonly EventSubscriptionRow[];
}
export interface TargetOption<T = PolicyTarget> {
  readonly target: T;
  readonly label: string;
  readonly hint?: string;
}
type OptionsOf<T> = (rows: OfferedRows, names: Names) => readonly TargetOption<T>[];

/** In the order of the menu. */
const optionsOfKind: { readonly [K in PolicyTarget['kind']]: OptionsOf<Extract<PolicyTarget, { kind: K }>> } = {
  schedule: ({ schedules }, names) =>
    schedules.map(({ id, name, teamId }) => ({
      target: { kind: 'schedule', scheduleId: id },
      label: name,
      hint: `Schedule of ${names.team(teamId)}`,
    })),
  person: ({ people }) =>
    people.filter(canBePaged).map(({ id, name }) => ({ target: { kind: 'person', personId: id }, label: plainName(name) })),
  next_on_call: ({ schedules }) =>
    schedules.map(({ id, name }) => ({
      target: { kind: 'next_on_call', scheduleId: id },
      label: `Next on call in ${name}`,
      hint: 'Who takes over at the next handoff',
    })),
  team: ({ teams }) =>
    teams.map(({ id, name }) => ({
      target: { kind: 'team', teamId: id },
      label: `Everyone in ${name}`,
      hint: 'All members of the team',
    })),
  webhook: ({ webhooks }) =>
    webhooks.map(({ id, name, host, receiver, disabled }) => ({
      target: { kind: 'webhook', subscriptionId: id },
      label: name,
      hint: `${receiver ? `Channel in ${receiverTraits[receiver].word}: pages no one` : `Webhook at ${host}`}${disabled ? ', switched off' : ''}`,
    })),
};

export const targetOptions = (rows: OfferedRows, names: Names): readonly TargetOption[] =>
  Object.values(optionsOfKind).flatMap((options): readonly TargetOption[] => options(rows, names));
