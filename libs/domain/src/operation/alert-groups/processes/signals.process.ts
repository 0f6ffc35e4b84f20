import type { Alert } from '@tocsin/contracts/alert-groups/origin.js';
import type { FactOf, RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { RoutedSignal } from '@tocsin/contracts/routing/routing.js';
import type { ServiceRow } from '@tocsin/contracts/services/noun.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import type { ProcessCommand, SeparateCommand, Process } from '@tocsin/kernel/react/process.js';
import { shortenAlert, toAlert, toWorstAlert, urgencyOf } from '../alerts.js';
import { stormKeyOf, threadPrefixOf } from '../../routing/shared/storm-key.js';
import type { InternalCommand } from '../commands.js';
import type { RoutePost } from '../paging/webhook-calls.js';
import type { GroupReads } from '../shared/reads.js';
import { collectItems, doesConcern, doesConfirm, type ItemSet, type ThreadOutcome } from './collect-items.js';

const alertsOf = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>): readonly SignalAlert[] =>
  (neededEvents.get(item.signal.ordinal) as RecordedOf<'SignalReceived'> | undefined)?.data.signal.alerts ?? [];

/** The reference to the signal that a group’s facts carry. */
const refOf = ({ signal: { eventId, ordinal, receivedAt } }: RoutedSignal) => ({ eventId, ordinal, receivedAt });

const senderOf = ({ integrationId }: RoutedSignal): Actor => ({ kind: 'sender', id: integrationId, roles: [] });

/** An alert under its name in the group: in one of several threads the name includes the thread. */
const nameInGroup = <One extends { readonly fingerprint: string }>({ storm, grouped, thread }: RoutedSignal, alert: One): One =>
  (storm ?? grouped) ? { ...alert, fingerprint: stormKeyOf(thread, alert.fingerprint) } : alert;

type LinkedOrigin = NonNullable<Extract<FactOf<'AlertGroupOpened'>['origin'], { kind: 'signal' }>['linked']>;
type SignalOutcome = Extract<InternalCommand, { type: 'ApplySignal' }>['data']['outcome'];
const outcomeOf = (item: RoutedSignal): SignalOutcome => {
  if (doesConfirm(item)) return 'confirmed';
  return item.outcome === 'joined' ? 'changed' : (item.outcome as SignalOutcome);
};

type AlertOutcome = RoutedSignal['alerts'][number]['outcome'];
/** Outcomes by which alerts begin to fire, or get worse. */
const beginningOutcomes: readonly AlertOutcome[] = ['fired', 'raised'];

const alertsWithOutcome = (
  item: RoutedSignal,
  neededEvents: ReadonlyMap<number, Recorded>,
  outcomes: readonly AlertOutcome[],
): readonly Alert[] => {
  const alerts = alertsOf(item, neededEvents);
  return item.alerts.flatMap(({ outcome, index, urgency, held }) => {
    const alert = outcomes.includes(outcome) && index !== null ? alerts[index] : undefined;
    return alert ? [nameInGroup(item, { ...toAlert(alert), ...(urgency ? { urgency } : {}), ...(held ? { held } : {}) })] : [];
  });
};

const firedAlertsOf = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>): readonly Alert[] =>
  alertsWithOutcome(item, neededEvents, beginningOutcomes);

const keysWithOutcome = (item: RoutedSignal, which: AlertOutcome): readonly string[] =>
  item.alerts.filter(({ outcome }) => outcome === which).map((one) => nameInGroup(item, one).fingerprint);

/** What the signal says of alerts that fire already, where it may be something else; empty for most signals. */
const rewordedPartOf = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>) => {
  const reworded = alertsWithOutcome(item, neededEvents, ['reworded', 'resumed']);
  return reworded.length > 0 ? { reworded } : {};
};

/** The signal’s part about ending alerts; empty for most signals. */
const endingPartOf = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>) => {
  const ending = keysWithOutcome(item, 'ending');
  const resumedAlerts = alertsWithOutcome(item, neededEvents, ['resumed']);
  return {
    ...(ending.length > 0 ? { ending } : {}),
    ...(resumedAlerts.length > 0 ? { resumed: resumedAlerts } : {}),
    ...(item.over ? { over: true as const } : {}),
  };
};

/** For a group opened by a storm: a later group follows those before it. */
const stormPartOf = ({ storm }: RoutedSignal): { readonly storm?: true; readonly linked?: LinkedOrigin } => {
  if (!storm) return {};
  const { follows, linked } = storm;
  return {
    storm: true,
    ...(follows && linked ? { linked: { first: linked.first, follows: { groupId: follows, number: linked.number } } } : {}),
  };
};

/** The rules that led it to its group. */
const rulesOf = ({ by, grouped, linked }: RoutedSignal) => ({
  ...(by.route.place === undefined ? {} : { route: by.route }),
  ...(by.router ? { router: by.router } : {}),
  ...(grouped ? { grouping: { ...by.grouping, by: grouped.by ?? [] } } : {}),
  ...(linked && by.linking ? { linking: { ...by.linking, by: linked.by, set: linked.set } } : {}),
});

/** What a rule posts of the group that it opens or joins. */
const postsOf = (items: readonly RoutedSignal[]): { readonly posts?: readonly RoutePost[] } => {
  const bySubscription = new Map(items.flatMap(({ postTo, by }) => (postTo && by.post ? [[postTo, by.post] as const] : [])));
  const posts = [...bySubscription].map(([subscriptionId, route]) => ({ subscriptionId, route }));
  return posts.length > 0 ? { posts } : {};
};

const toCommand = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>): InternalCommand => {
  const firedAlerts = firedAlertsOf(item, neededEvents);
  const { integrationId, serviceId, thread, signal, counted, cutList } = item;
  const groupId = item.groupId!;
  if (item.outcome === 'acted') {
    const { act } = (neededEvents.get(signal.ordinal) as RecordedOf<'SignalReceived'>).data.signal;
    return {
      type: 'ActBySender',
      data: {
        groupId,
        signal: refOf(item),
        thread,
        key: nameInGroup(item, { fingerprint: item.key }).fingerprint,
        integrationId,
        act: act!,
      },
    };
  }
  if (item.outcome !== 'opened') {
    const resolvedKeys = keysWithOutcome(item, 'resolved');
    const several = item.storm ?? item.grouped;
    const ofAll = several
      ? { under: threadPrefixOf(thread), counted: counted && { ...counted, alerts: several.counted } }
      : { counted, cutList };
    return {
      type: 'ApplySignal',
      data: {
        groupId,
        signal: refOf(item),
        fired: firedAlerts,
        resolved: resolvedKeys,
        ...endingPartOf(item, neededEvents),
        ...rewordedPartOf(item, neededEvents),
        ...ofAll,
        thread,
        integrationId,
        ...postsOf([item]),
        outcome: outcomeOf(item),
      },
    };
  }
  const signalEvent = neededEvents.get(signal.ordinal) as RecordedOf<'SignalReceived'>;
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
        shape: signalEvent.data.signal.shape,
        signal: refOf(item),
        ...rulesOf(item),
        ...stormPartOf(item),
      },
      previousGroupId: item.previousGroupId ?? null,
      test: signalEvent.data.signal.test,
      title: firedAlerts[0]?.summary ?? item.key,
      urgency: null,
      policyId: item.policyId,
      ...postsOf([item]),
      alerts: firedAlerts,
      counted,
      cutList,
    },
  };
};

/**
 * For a signal that can’t be processed: a group without alerts on its service, so that someone is paged all the same.
 */
const openWithoutAlerts = (item: RoutedSignal): InternalCommand | undefined =>
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
            ...stormPartOf(item),
          },
          previousGroupId: null,
          test: false,
          title: `Request that could not be processed (event ${item.signal.ordinal})`,
          urgency: null,
          alerts: [],
        },
      }
    : undefined;

/** Each signal is a piece of its own: one that can’t be processed does not stop the others. */
const pieceOf = (item: RoutedSignal, neededEvents: ReadonlyMap<number, Recorded>): SeparateCommand => {
  const asActor = (command: InternalCommand): ProcessCommand => ({ ...command, actor: senderOf(item) });
  return {
    ask: () => asActor(toCommand(item, neededEvents)),
    fallback: () => {
      const command = openWithoutAlerts(item);
      return command && asActor(command);
    },
  };
};

/** Signals that join one storm group become one command: otherwise each would copy the group’s two thousand alerts. */
const joinStorm = (items: readonly RoutedSignal[], neededEvents: ReadonlyMap<number, Recorded>): SeparateCommand => {
  const last = items.at(-1)!;
  const listAlerts = (): readonly Alert[] => items.flatMap((item) => firedAlertsOf(item, neededEvents));
  const ask = (joinedAlerts: readonly Alert[]): ProcessCommand => ({
    type: 'JoinStorm',
    data: { groupId: last.groupId!, signal: refOf(last), joined: items.length, alerts: joinedAlerts, ...postsOf(items) },
    actor: senderOf(last),
    inParts: true,
  });
  return { ask: () => ask(listAlerts()), fallback: () => ask(listAlerts().map(shortenAlert)) };
};

/** The same for signals that end, confirm or acknowledge threads of one storm group. */
const applyToThreads = (items: readonly RoutedSignal[], outcome: ThreadOutcome): SeparateCommand => {
  const last = items.at(-1)!;
  const under = items.map(({ thread }) => threadPrefixOf(thread));
  const command: InternalCommand = { type: 'ApplyToThreads', data: { groupId: last.groupId!, signal: refOf(last), outcome, under } };
  return { ask: () => ({ ...command, actor: senderOf(last) }) };
};

const commandFor = ({ kind, items }: ItemSet, neededEvents: ReadonlyMap<number, Recorded>): SeparateCommand => {
  if (kind === 'single') return pieceOf(items[0], neededEvents);
  return kind === 'joined' ? joinStorm(items, neededEvents) : applyToThreads(items, kind);
};

/** The signal is needed only for alerts that begin to fire: the rest is in the item. */
const doesNeedSignal = (item: RoutedSignal): boolean =>
  item.outcome === 'opened' ||
  item.outcome === 'acted' ||
  item.alerts.some(({ outcome }) => outcome === 'resumed' || outcome === 'reworded' || beginningOutcomes.includes(outcome));

/**
 * A new group of high urgency, or of which nothing is known, is opened before all others that wait, because it pages.
 */
const doesOpenUrgently = ({ outcome, alerts, counted, signal }: RoutedSignal, service: ServiceRow | undefined): boolean => {
  if (outcome !== 'opened') return false;
  const knownAlerts = [...alerts, ...toWorstAlert(counted)];
  return knownAlerts.length === 0 || urgencyOf(knownAlerts, service, signal.receivedAt) === 'high';
};

const originOf = (
  { kind, personIds, wholePolicy, contactMethodId, integrationId, because, drillId }: FactOf<'PageRequested'>,
  personId: string,
): FactOf<'AlertGroupOpened'>['origin'] => {
  if (kind === 'audit') return { kind };
  if (kind === 'refused') return { kind, integrationId: integrationId!, ...(because ? { because } : {}) };
  if (kind === 'page') return { kind, personId, personIds };
  if (kind === 'drill') return { kind, drillId: drillId! };
  return { kind, personId, wholePolicy, ...(contactMethodId === undefined ? {} : { contactMethodId }) };
};

/** Applies the router’s decisions to the groups that they name, in order. */
export const signalsProcess: Process<RecordedFact> = {
  name: 'signals',
  on: {
    SignalsRouted: {
      needs: (event) => [
        ...new Set(event.data.items.filter((item) => doesConcern(item) && doesNeedSignal(item)).map((item) => item.signal.ordinal)),
      ],
      then: (event, neededEvents) => collectItems(event.data.items).map((set) => commandFor(set, neededEvents)),
      first: ({ data }, { services }: GroupReads) =>
        collectItems(data.items).flatMap(({ items: [item] }, n) => (doesOpenUrgently(item, services.get(item.serviceId)) ? [n] : [])),
    },
    // what ends is in the item
    AlertsLapsed: { then: ({ data: { item } }) => collectItems([item]).map((set) => commandFor(set, new Map())) },
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
            test: data.kind === 'test' || data.kind === 'drill',
            title: data.title,
            urgency: data.urgency,
            policyId: data.policyId,
            alerts: [],
          } satisfies Extract<InternalCommand, { type: 'OpenAlertGroup' }>['data'],
          actor: meta.actor,
        },
      ],
      first: ({ data }) => (data.urgency === 'high' && data.kind !== 'drill' ? [0] : []),
    },
  },
};
