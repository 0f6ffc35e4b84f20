import { z } from 'zod';
import { contactKinds, type ContactKind } from '../contacts/kinds.js';
import { id, instant } from '../ids.js';
import * as sideBySideLimits from './limits.js';

/** Reasons that explain a difference. Null: it is unexplained. */
export const differenceReasons = ['near', 'other_method', 'unknown_here', 'ended_there', 'ended_here', 'grouped', 'bundled_there'] as const;
export type DifferenceReason = (typeof differenceReasons)[number];

/** Why a person was on call here: by their turn, an override or a temporary schedule. */
export const dutyHere = z.object({ scheduleId: id, kind: z.enum(['rotation', 'override', 'temporary']), replacesId: id.nullable() });

export const personHere = z.object({
  personId: id,
  firstAt: instant,
  messages: z.number().int(),
  methods: z.array(z.enum(contactKinds)).optional(),
  duty: dutyHere.optional(),
});
export type PersonHere = z.infer<typeof personHere>;

/** Null: nobody whom Tocsin knows. */
export const personThere = z.object({
  personId: id.nullable(),
  firstAt: instant,
  messages: z.number().int(),
  methods: z.array(z.string()),
});
export type PersonThere = z.infer<typeof personThere>;

/** How an alert there came to be compared with this one: alone, with others that are one alert here, or by a message about several. */
export const pairedAs = z.enum(['own', 'grouped', 'bundled']);

/** What the old system did for an alert; nobody: it told of nothing. `until`: how far it was read. */
export const thereSide = z.object({
  alerts: z.array(z.string()),
  as: pairedAs,
  people: z.array(personThere),
  /** Acknowledged or resolved there. */
  endedAt: instant.nullable(),
  until: instant,
});
export type ThereSide = z.infer<typeof thereSide>;

const difference = z.object({
  kind: z.enum(['there_only', 'here_only', 'time', 'method']),
  personId: id.nullable(),
  there: personThere.nullable(),
  here: personHere.nullable(),
  reason: z.enum(differenceReasons).nullable(),
});
export type Difference = z.infer<typeof difference>;

/** What the other systems call the methods. */
const methodsThere: Readonly<Record<string, ContactKind>> = {
  phone: 'voice',
  voice: 'voice',
  call: 'voice',
  sms: 'sms',
  email: 'email',
  push: 'push',
  push_notification: 'push',
  mobile: 'push',
  slack: 'slack',
  telegram: 'telegram',
  webhook: 'webhook',
};

interface Sides {
  readonly people: readonly PersonHere[];
  /** Acknowledged or resolved here. */
  readonly endedAt?: string | undefined;
  readonly there: ThereSide;
}

const between = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other));

const thereOnly = (there: PersonThere, { endedAt, there: { as } }: Sides): Difference => {
  const reason =
    there.personId === null
      ? 'unknown_here'
      : endedAt !== undefined && there.firstAt >= endedAt
        ? 'ended_here'
        : as === 'grouped'
          ? 'grouped'
          : null;
  return { kind: 'there_only', personId: there.personId, there, here: null, reason };
};

const hereOnly = (here: PersonHere, { there: { endedAt } }: Sides): Difference => ({
  kind: 'here_only',
  personId: here.personId,
  there: null,
  here,
  reason: endedAt !== null && here.firstAt >= endedAt ? 'ended_there' : null,
});

const both = (there: PersonThere, here: PersonHere, { there: { as } }: Sides): Difference | null => {
  const apart = between(there.firstAt, here.firstAt);
  const common = { personId: here.personId, there, here };
  if (apart > sideBySideLimits.near.same) {
    const reason =
      apart <= sideBySideLimits.near.explained ? 'near' : as === 'grouped' ? 'grouped' : as === 'bundled' ? 'bundled_there' : null;
    return { kind: 'time', ...common, reason };
  }
  const known = there.methods.map((method) => methodsThere[method.toLowerCase()]);
  if (!here.methods?.length || known.length === 0 || known.some((method) => method === undefined || here.methods!.includes(method)))
    return null;
  return { kind: 'method', ...common, reason: 'other_method' };
};

/**
 * Whom the old system notified and Tocsin did not, or the other way round, or at another time. What Tocsin did so lately that the old system was not read
 * up to it is compared later.
 */
export const differencesOf = (sides: Sides): readonly Difference[] => {
  const { people, there } = sides;
  const limit = Date.parse(there.until) - sideBySideLimits.near.explained;
  const here = new Map(people.map((one) => [one.personId, one]));
  const named = new Set(there.people.map(({ personId }) => personId));
  return [
    ...there.people.flatMap((one) => {
      const counterpart = one.personId === null ? undefined : here.get(one.personId);
      return counterpart ? (both(one, counterpart, sides) ?? []) : [thereOnly(one, sides)];
    }),
    ...people.filter(({ personId, firstAt }) => !named.has(personId) && Date.parse(firstAt) <= limit).map((one) => hereOnly(one, sides)),
  ];
};

/** How far the comparison of an alert is; `waiting`: the old system was not read up to it. */
export const comparedStates = ['waiting', 'same', 'explained', 'unexplained'] as const;
export type ComparedState = (typeof comparedStates)[number];

export const comparedStateOf = (sides: Omit<Sides, 'there'> & { readonly there?: ThereSide | undefined }): ComparedState => {
  const { there } = sides;
  if (!there) return 'waiting';
  const differences = differencesOf({ ...sides, there });
  if (differences.length === 0) return 'same';
  return differences.every(({ reason }) => reason !== null) ? 'explained' : 'unexplained';
};
