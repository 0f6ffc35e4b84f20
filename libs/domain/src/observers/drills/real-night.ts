import type { NightDrill } from '@tocsin/contracts/backtests/night.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { contactTraits, type ContactKind } from '@tocsin/contracts/contacts/kinds.js';
import { planned } from '@tocsin/contracts/drills/limits.js';
import type { DrillOpening } from '@tocsin/contracts/drills/opening.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { eventsBetween, type EventSource } from '@tocsin/kernel/replay/source.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import { addMillis, laterOf, millisBetween } from '@tocsin/kernel/time.js';
import { recipientOf } from '../../operation/alert-groups/shared/page-recipient.js';
import { groupReads, type GroupReads } from '../../operation/alert-groups/shared/reads.js';
import { createDrillWorld } from './drill-world.js';

export interface NightOrder {
  readonly from: string;
  readonly to: string;
  readonly upTo: number;
  /** The moment that it is asked at. */
  readonly now: string;
}

type Signal = RecordedOf<'SignalReceived'>;

/** How long people are rung for after its last signal: nobody acknowledges. */
const followed = duration.hour;

interface Ring {
  readonly personId: string;
  readonly kind: ContactKind;
  readonly groupId: string;
}

/** One person’s rings within a minute count once, as interruptions do. */
class Interruptions {
  private readonly last = new Map<string, string>();

  isNew({ personId }: Ring, at: string): boolean {
    const last = this.last.get(personId);
    if (last !== undefined && millisBetween(last, at) < alertGroupLimits.interruption) return false;
    this.last.set(personId, at);
    return true;
  }
}

/** Of an attempt that rings. */
const ringOf = (event: RecordedFact, memory: MemoryRows): Ring | undefined => {
  if (event.type !== 'AttemptStarted') return undefined;
  const recipient = recipientOf(event.data, memory);
  if (!recipient || recipient.quiet || contactTraits[recipient.kind].loudness === 'quiet') return undefined;
  return { personId: recipient.personId, kind: recipient.kind, groupId: event.data.groupId };
};

const hourOf = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;

/** The signal as it would come now: later by so much, to the service that its integration has now; undefined for what is gone. */
const asOfNow = ({ data }: Signal, later: number, reads: GroupReads): Signal['data'] | undefined => {
  const integration = reads.integrations.get(data.integrationId);
  const service = reads.services.get(integration?.serviceId ?? data.serviceId);
  if (!integration || service?.state !== 'active') return undefined;
  const alerts = data.signal.alerts.map((alert) => ({
    ...alert,
    startsAt: alert.startsAt === null ? null : addMillis(alert.startsAt, later),
  }));
  return { ...data, serviceId: service.id, receivedAt: addMillis(data.receivedAt, later), raw: null, signal: { ...data.signal, alerts } };
};

/** The next instant at this minute of the day. */
const nextAt = (hour: string, now: string): string => {
  const days = Math.ceil(Math.max(0, millisBetween(hour, now)) / duration.day);
  return laterOf(addMillis(hour, days * duration.day), now);
};

interface Played {
  readonly opened: RecordedOf<'AlertGroupOpened'>[];
  readonly rings: (Ring & { readonly at: string })[];
}

/** The alert groups as a drill that pages people would open them. */
const openingsOf = ({ opened }: Played, at: string): DrillOpening[] =>
  opened.slice(0, planned.groups).flatMap(({ data: { serviceId, policy, urgency }, meta }) => {
    const after = millisBetween(at, meta.at);
    return serviceId === null || after > planned.longest ? [] : [{ serviceId, policyId: policy?.policyId ?? null, urgency, after }];
  });

const tallyOf = ({ opened, rings }: Played): Pick<NightDrill, 'groups' | 'people' | 'unreached'> => {
  const people = new Map<string, { first: string; rings: number; by: Set<ContactKind>; groups: Set<string> }>();
  const interruptions = new Interruptions();
  for (const { personId, kind, groupId, at } of rings) {
    const person = people.get(personId) ?? { first: at, rings: 0, by: new Set(), groups: new Set() };
    people.set(personId, person);
    if (interruptions.isNew({ personId, kind, groupId }, at)) person.rings += 1;
    person.by.add(kind);
    person.groups.add(groupId);
  }
  const reached = new Set([...people.values()].flatMap(({ groups }) => [...groups]));
  const unreached = new Map<string, number>();
  for (const {
    data: { groupId, serviceId, urgency },
  } of opened)
    if (urgency === 'high' && serviceId !== null && !reached.has(groupId)) unreached.set(serviceId, (unreached.get(serviceId) ?? 0) + 1);
  return {
    groups: opened.length,
    people: [...people]
      .map(([personId, { first, rings, by, groups }]) => ({ personId, first, rings, by: [...by], groups: groups.size }))
      .toSorted((a, b) => (a.first < b.first ? -1 : a.first > b.first ? 1 : b.rings - a.rings)),
    unreached: [...unreached].map(([serviceId, groups]) => ({ serviceId, groups })).toSorted((a, b) => b.groups - a.groups),
  };
};

/** Plays the hour of a period that rang most against the settings at the end of the log. Yields after each event that was read. */
export const runNightDrill = function* (
  domain: Domain,
  source: EventSource,
  order: NightOrder,
): Generator<number, Omit<NightDrill, 'pin'>, void> {
  const { from, to, upTo, now } = order;
  const memory = new MemoryRows(domain.memory);
  const interruptions = new Interruptions();
  /** By hour: rings, and the event before its first one. */
  const hours = new Map<string, { rings: number; readonly after: number }>();
  for (const event of eventsBetween(source, 0, upTo)) {
    memory.apply(event);
    const { at } = event.meta;
    if (at >= from && at < to) {
      const counted = hours.get(hourOf(at)) ?? { rings: 0, after: event.ordinal - 1 };
      hours.set(hourOf(at), counted);
      const ring = ringOf(event as RecordedFact, memory);
      if (ring && interruptions.isNew(ring, at)) counted.rings += 1;
    }
    yield event.ordinal;
  }
  const [worst] = [...hours]
    .filter(([, { rings }]) => rings > 0)
    .toSorted(([a, one], [b, other]) => other.rings - one.rings || (a < b ? -1 : 1));
  const hour = worst?.[0] ?? hourOf(from);
  const at = nextAt(hour, now);
  const later = millisBetween(hour, at);
  const reads = groupReads(memory);
  const played: Played = { opened: [], rings: [] };
  const world = createDrillWorld(domain, reads, at, {
    keeps: 10_000,
    onEvent: (event) => {
      const fact = event as RecordedFact;
      if (fact.type === 'AlertGroupOpened') played.opened.push(fact);
      const ring = ringOf(fact, world.memory);
      if (ring) played.rings.push({ ...ring, at: fact.meta.at });
    },
  });
  let [signals, gone] = [0, 0];
  for (const event of worst ? signalsOf(source, worst[1].after, { hour, upTo }) : []) {
    signals += 1;
    const data = asOfNow(event, later, reads);
    if (!data) gone += 1;
    else {
      world.advanceTo(laterOf(addMillis(event.meta.at, later), world.now));
      world.record('inbox-drill', [{ type: 'SignalReceived', data }], { kind: 'sender', id: data.integrationId, roles: [] });
    }
  }
  world.advanceTo(addMillis(at, duration.hour + followed));
  const found = { signals, gone, openings: openingsOf(played, at), ...tallyOf(played) };
  return { worst: worst ? { from: hour, rings: worst[1].rings } : null, at, until: world.now, ...found };
};

const signalsOf = function* (
  source: EventSource,
  after: number,
  { hour, upTo }: { readonly hour: string; readonly upTo: number },
): Iterable<Signal> {
  const end = addMillis(hour, duration.hour);
  for (const event of eventsBetween(source, after, upTo)) {
    // the clocks of servers differ slightly
    if (event.meta.at >= addMillis(end, duration.minute)) return;
    if (event.type === 'SignalReceived' && event.meta.at >= hour && event.meta.at < end) yield event as Signal;
  }
};
