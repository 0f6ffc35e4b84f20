import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { Fact, FactOf } from '@tocsin/contracts/catalogue.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import * as integrationLimits from '@tocsin/contracts/integrations/limits.js';
import * as routingLimits from '@tocsin/contracts/routing/limits.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import type { PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import { personJoined, policyCreated, serviceCreated, teamCreated } from './facts.js';
import { LargeWorld, longest, many, nth, person, team } from './large-world.js';

export const start = '2026-11-21T03:12:00.000Z';
const own = team(0);

/** Two hundred in the policy, then managers, owners, and others: more managers and owners than are paged. */
export const cast = { policy: [0, 200], managers: [200, 250], owners: [450, 250], others: [700, 230] } as const;
const isIn = (n: number, [from, size]: readonly [number, number]): boolean => n >= from && n < from + size;
export const peopleOf = ([from, size]: readonly [number, number]): string[] => many(size, (n) => person(from + n));
/** A person without a working contact method. */
export const unreachable = person(930);

/** A person with ten methods and the maximum number of rules. */
export const reachedMethods = (n: number): readonly Fact[] => {
  const personId = person(n);
  const methodOf = (at: number): string => nth('c0', n * 16 + at);
  return [
    ...many(contactLimits.contactMethodsPerPerson, (at): Fact => {
      const secretRef = 's'.repeat(80);
      return {
        type: 'ContactMethodAdded',
        data: { personId, contactMethodId: methodOf(at), kind: 'webhook', address: '', verified: true, secretRef },
      };
    }),
    ...many(contactLimits.notificationRulesPerPerson, (at): Fact => {
      const contactMethodId = methodOf(at % contactLimits.contactMethodsPerPerson);
      return {
        type: 'NotificationRuleAdded',
        data: { personId, ruleId: nth('c1', n * 16 + at), urgency: 'high', contactMethodId, delayMinutes: at },
      };
    }),
  ];
};

/** One installation for all groups: making it takes a second. */
let cachedWorld: LargeWorld | undefined;
export const crowd = (): LargeWorld => {
  if (cachedWorld) return cachedWorld;
  const large = new LargeWorld();
  large.has('people-directory', ...many(931, (n) => personJoined(n, isIn(n, cast.owners) || n === 0 ? 'owner' : 'member')));
  for (const n of many(930, (at) => at)) large.has(`person-${person(n)}`, ...reachedMethods(n));
  const managers = peopleOf(cast.managers).map((personId): Fact => ({
    type: 'TeamMemberAdded',
    data: { teamId: own, personId, role: 'manager' },
  }));
  large.has(`team-${own}`, teamCreated(own), ...managers, policyCreated(own, 0), serviceCreated(own, 0), serviceCreated(own, 1), {
    type: 'ServiceArchived',
    data: { teamId: own, serviceId: nth('5e', 1) },
  });
  cachedWorld = large;
  return large;
};

const signal = { eventId: nth('e0', 0), ordinal: 1, receivedAt: start };
export const signalRef = signal;

/** Alerts that together have the maximum size of a signal. */
export const largestAlerts = (bytes: number = integrationLimits.signalBytes - 2_000): Alert[] => {
  const oneAlert = (n: number): Alert => ({
    fingerprint: `${n}`.padEnd(routingLimits.alertKeyLength, 'f'),
    startsAt: start,
    name: longest(20),
    summary: `${n}`,
    severity: 'critical',
    severityWord: 'critical',
    labels: { [longest(5)]: longest(5) },
    links: [],
    details: longest(20),
  });
  return many(Math.floor(bytes / (Buffer.byteLength(JSON.stringify(oneAlert(1_000))) + 1)), oneAlert);
};

let groups = 0;
type GroupOpened = Extract<Fact, { type: 'AlertGroupOpened' }>;
export const groupOpened = (groupId: string, more: Partial<GroupOpened['data']> = {}): GroupOpened => ({
  type: 'AlertGroupOpened',
  data: {
    groupId,
    number: (groups += 1),
    serviceId: nth('5e', 0),
    teamId: own,
    origin: { kind: 'signal', integrationId: nth('17', 0), key: longest(512), thread: longest(512), shape: 'group', signal },
    title: longest(1_024),
    urgency: 'high',
    test: false,
    previousGroupId: null,
    alerts: [],
    policy: { policyId: nth('90', 0), version: 1 },
    ackTimeoutMinutes: 30,
    ...more,
  },
});

let pages = 0;
/** A person is being paged: an attempt is with its provider. */
export const paging = (groupId: string, personId: string, cause: PageCause, more: Partial<FactOf<'PageStarted'>> = {}): readonly Fact[] => {
  pages += 1;
  const about = { groupId, pageId: nth('9a', pages) };
  const slot = nth('9b', pages);
  const attempt = { contactMethodId: nth('c0', 0), kind: 'email' as const, dueAt: start, n: 1, because: 'last_resort' as const };
  return [
    {
      type: 'PageStarted',
      data: {
        ...about,
        personId,
        urgency: 'high',
        cause,
        opening: 1,
        quiet: false,
        everyMethod: true,
        skipped: [],
        cancelledByAcknowledge: true,
        ...more,
      },
    },
    { type: 'AttemptPlanned', data: { ...about, slot, ...attempt } },
    { type: 'AttemptStarted', data: { ...about, slot, attemptId: nth('9c', pages), epoch: 1 } },
  ];
};

const byHand: PageCause = { kind: 'person', by: person(0) };

/** Everyone who can be paged for one group at the same time: its policy, managers, owners, and people who are paged by hand. */
export const pageEveryone = (groupId: string): readonly Fact[] => {
  const exhaustedCause = (role: 'manager' | 'owner'): PageCause => ({ kind: 'exhausted', role });
  const most = alertGroupLimits.calledOfRole;
  return [
    ...peopleOf(cast.policy).flatMap((id) => paging(groupId, id, { kind: 'escalation', round: 1, step: 1 })),
    ...peopleOf(cast.managers)
      .slice(0, most)
      .flatMap((id) => paging(groupId, id, exhaustedCause('manager'))),
    ...peopleOf(cast.owners)
      .slice(0, most)
      .flatMap((id) => paging(groupId, id, exhaustedCause('owner'))),
    ...peopleOf(cast.others)
      .slice(0, alertGroupLimits.pagedByHand)
      .flatMap((id) => paging(groupId, id, byHand)),
  ];
};

let made6 = 0;
/** A separate group in the crowd, with these facts. */
export const groupWith = (
  make: (groupId: string) => readonly Fact[],
  more: Partial<GroupOpened['data']> = {},
): { large: LargeWorld; groupId: string } => {
  const groupId = nth('6a', 1_000_000 + (made6 += 1));
  const large = crowd();
  large.has(`alertGroup-${groupId}`, groupOpened(groupId, more), ...make(groupId));
  return { large, groupId };
};

export const suppressed = (groupId: string): Fact => ({
  type: 'AlertGroupSuppressed',
  data: {
    groupId,
    mutes: [{ kind: 'silence', id: nth('51', 0), until: start }],
    settlesAt: null,
    urgency: 'high',
    firedBefore: false,
    isOlder: false,
    holderFirst: false,
  },
});
