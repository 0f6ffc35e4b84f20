import type { Alert } from '@tocsin/contracts/alert-group-origin.js';
import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Routed } from '@tocsin/contracts/routing.js';
import type { ServiceRow } from '@tocsin/contracts/services.js';
import type { SignalAlert } from '@tocsin/contracts/signals.js';
import type { ProcessCommand, Piece, Process } from '@tocsin/kernel/react/process.js';
import { inBrief, toAlert, severest, urgencyOf } from '../alerts.js';
import { stormKey, under } from '../../routing/shared/storm-key.js';
import type { InternalCommand } from '../commands.js';
import type { GroupReads } from '../shared/reads.js';

const quiet = new Set<Routed['outcome']>(['repeat', 'ignored']);
/** The sender confirms a person’s resolve: ignored as a signal, but its alerts are resolved. */
const confirms = (item: Routed): boolean => item.outcome === 'ignored' && item.reason === 'resolved_by_person';
/** The sender is not silent: a group that was to be closed by age stays open. */
const keepsOpen = (item: Routed): boolean => item.outcome === 'repeat' && item.reason === 'closing_planned';
const concerns = (item: Routed): boolean => item.groupId !== null && (!quiet.has(item.outcome) || confirms(item) || keepsOpen(item));

const alertsOf = (item: Routed, needed: ReadonlyMap<number, Recorded>): readonly SignalAlert[] =>
  (needed.get(item.signal.ordinal) as RecordedOf<'SignalReceived'> | undefined)?.data.signal.alerts ?? [];

/** The reference to the signal that a group’s facts carry. */
const refOf = ({ signal: { eventId, ordinal, receivedAt } }: Routed) => ({ eventId, ordinal, receivedAt });

/** An alert under its name in the group: in a storm the name includes the thread. */
const named = <One extends { readonly fingerprint: string }>({ storm, thread }: Routed, alert: One): One =>
  storm ? { ...alert, fingerprint: stormKey(thread, alert.fingerprint) } : alert;

type LinkedOrigin = NonNullable<Extract<FactOf<'AlertGroupOpened'>['origin'], { kind: 'signal' }>['linked']>;
type Outcome = Extract<InternalCommand, { type: 'ApplySignal' }>['data']['outcome'];
/** The signal that ends a storm’s last thread ends the storm. */
const outcomeOf = (item: Routed): Outcome => {
  if (confirms(item)) return 'confirmed';
  return (item.outcome === 'resolved' && item.storm !== undefined && item.storm.open > 0 ? 'over' : item.outcome) as Outcome;
};

type AlertOutcome = Routed['alerts'][number]['outcome'];
/** Outcomes by which alerts begin to fire, or get worse. */
const begins: readonly AlertOutcome[] = ['fired', 'raised'];

const alertsWith = (item: Routed, needed: ReadonlyMap<number, Recorded>, outcomes: readonly AlertOutcome[]): readonly Alert[] => {
  const alerts = alertsOf(item, needed);
  return item.alerts.flatMap(({ outcome, index }) => {
    const alert = outcomes.includes(outcome) && index !== null ? alerts[index] : undefined;
    return alert ? [named(item, toAlert(alert))] : [];
  });
};

const firedBy = (item: Routed, needed: ReadonlyMap<number, Recorded>): readonly Alert[] => alertsWith(item, needed, begins);

const keysWith = (item: Routed, which: AlertOutcome): readonly string[] =>
  item.alerts.filter(({ outcome }) => outcome === which).map((one) => named(item, one).fingerprint);

/** The signal’s part about ending alerts; empty for most signals. */
const endingBy = (item: Routed, needed: ReadonlyMap<number, Recorded>) => {
  const ending = keysWith(item, 'ending');
  const resumed = alertsWith(item, needed, ['resumed']);
  return {
    ...(ending.length > 0 ? { ending } : {}),
    ...(resumed.length > 0 ? { resumed } : {}),
    ...(item.over ? { over: true as const } : {}),
  };
};

/** For a group opened by a storm: a later group follows those before it. */
const ofStorm = ({ storm }: Routed): { readonly storm?: true; readonly linked?: LinkedOrigin } => {
  if (!storm) return {};
  const { follows, linked } = storm;
  return {
    storm: true,
    ...(follows && linked ? { linked: { first: linked.first, follows: { groupId: follows, number: linked.number } } } : {}),
  };
};

const toCommand = (item: Routed, needed: ReadonlyMap<number, Recorded>): InternalCommand => {
  const fired = firedBy(item, needed);
  const { integrationId, serviceId, thread, signal, counted, cutList } = item;
  const groupId = item.groupId!;
  if (item.outcome !== 'opened') {
    const resolved = keysWith(item, 'resolved');
    const ofAll = item.storm
      ? { under: under(thread), counted: counted && { ...counted, alerts: item.storm.counted } }
      : { counted, cutList };
    return {
      type: 'ApplySignal',
      data: {
        groupId,
        signal: refOf(item),
        fired,
        resolved,
        ...endingBy(item, needed),
        ...ofAll,
        thread,
        integrationId,
        outcome: outcomeOf(item),
      },
    };
  }
  const received = needed.get(signal.ordinal) as RecordedOf<'SignalReceived'>;
  return {
    type: 'OpenAlertGroup',
    data: {
      groupId,
      number: item.number!,
      serviceId,
      origin: {
        kind: 'signal',
        integrationId,
        key: item.key,
        thread,
        shape: received.data.signal.shape,
        signal: refOf(item),
        ...ofStorm(item),
      },
      previousGroupId: item.previousGroupId ?? null,
      test: received.data.signal.test,
      title: fired[0]?.summary ?? item.key,
      urgency: null,
      alerts: fired,
      counted,
      cutList,
    },
  };
};

/**
 * For a signal that can’t be processed: a group without alerts on its service, so that someone is paged all the same.
 */
const plainly = (item: Routed): InternalCommand | undefined =>
  item.outcome === 'opened'
    ? {
        type: 'OpenAlertGroup',
        data: {
          groupId: item.groupId!,
          number: item.number!,
          serviceId: item.serviceId,
          origin: {
            kind: 'signal',
            integrationId: item.integrationId,
            key: item.key,
            thread: item.thread,
            shape: 'each',
            signal: refOf(item),
            ...ofStorm(item),
          },
          previousGroupId: null,
          test: false,
          title: `Signal that could not be processed (event ${item.signal.ordinal})`,
          urgency: null,
          alerts: [],
        },
      }
    : undefined;

/** Each signal is a piece of its own: one that can’t be processed does not stop the others. */
const pieceOf = (item: Routed, needed: ReadonlyMap<number, Recorded>): Piece => {
  const actor: Actor = { kind: 'sender', id: item.integrationId, roles: [] };
  const inName = (command: InternalCommand): ProcessCommand => ({ ...command, actor });
  return {
    ask: () => inName(toCommand(item, needed)),
    instead: () => {
      const command = plainly(item);
      return command && inName(command);
    },
  };
};

/**
 * Consecutive signals that join one storm group become one command: otherwise each would copy the group’s two thousand
 * alerts.
 */
const joining = (items: readonly Routed[], needed: ReadonlyMap<number, Recorded>): Piece => {
  const last = items.at(-1)!;
  const alerts = (): readonly Alert[] => items.flatMap((item) => firedBy(item, needed));
  const ask = (joined: readonly Alert[]): ProcessCommand => ({
    type: 'JoinStorm',
    data: { groupId: last.groupId!, signal: refOf(last), joined: items.length, alerts: joined },
    actor: { kind: 'sender', id: last.integrationId, roles: [] },
    inParts: true,
  });
  return { ask: () => ask(alerts()), instead: () => ask(alerts().map(inBrief)) };
};

/**
 * The items in order; those that join a group one after the other, with nothing else about it in between, are put
 * together.
 */
const together = (items: readonly Routed[]): readonly (readonly Routed[])[] => {
  const sets: Routed[][] = [];
  const joined = new Map<string, Routed[]>();
  for (const item of items.filter(concerns)) {
    const groupId = item.groupId!;
    const set = item.outcome === 'joined' ? joined.get(groupId) : undefined;
    if (set) {
      set.push(item);
      continue;
    }
    const fresh = [item];
    sets.push(fresh);
    if (item.outcome === 'joined') joined.set(groupId, fresh);
    else joined.delete(groupId);
  }
  return sets;
};

/** The signal is needed only for alerts that begin to fire: the rest is in the item. */
const needsSignal = (item: Routed): boolean =>
  item.outcome === 'opened' || item.alerts.some(({ outcome }) => outcome === 'resumed' || begins.includes(outcome));

/**
 * A new group of high urgency, or of which nothing is known, is opened before all others that wait, because it pages.
 */
const opensUrgently = ({ outcome, alerts, counted, signal }: Routed, service: ServiceRow | undefined): boolean => {
  if (outcome !== 'opened') return false;
  const known = [...alerts, ...severest(counted)];
  return known.length === 0 || urgencyOf(known, service, signal.receivedAt) === 'high';
};

const originOf = (
  { kind, personIds, wholePolicy, contactMethodId, integrationId, because }: FactOf<'PageRequested'>,
  personId: string,
): FactOf<'AlertGroupOpened'>['origin'] => {
  if (kind === 'audit') return { kind };
  if (kind === 'refused') return { kind, integrationId: integrationId!, ...(because ? { because } : {}) };
  if (kind === 'page') return { kind, personId, personIds };
  return { kind, personId, wholePolicy, ...(contactMethodId === undefined ? {} : { contactMethodId }) };
};

/** Applies the router’s decisions to the groups that they name, in order. */
export const signalsProcess: Process<RecordedFact> = {
  name: 'signals',
  on: {
    SignalsRouted: {
      needs: (event) => [
        ...new Set(event.data.items.filter((item) => concerns(item) && needsSignal(item)).map((item) => item.signal.ordinal)),
      ],
      then: (event, needed) =>
        together(event.data.items).map((set) => (set[0]!.outcome === 'joined' ? joining(set, needed) : pieceOf(set[0]!, needed))),
      first: ({ data }, { services }: GroupReads) =>
        together(data.items).flatMap(([item], n) => (opensUrgently(item!, services.get(item!.serviceId)) ? [n] : [])),
    },
    PageRequested: {
      then: ({ data, meta }) => [
        {
          type: 'OpenAlertGroup',
          data: {
            groupId: data.groupId,
            number: data.number,
            serviceId: data.serviceId,
            origin: originOf(data, meta.actor.id),
            previousGroupId: null,
            test: data.kind === 'test',
            title: data.title,
            urgency: data.urgency,
            alerts: [],
          } satisfies Extract<InternalCommand, { type: 'OpenAlertGroup' }>['data'],
          actor: meta.actor,
        },
      ],
      first: ({ data }) => (data.urgency === 'high' ? [0] : []),
    },
  },
};
