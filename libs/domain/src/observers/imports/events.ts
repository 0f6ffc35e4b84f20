import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import {
  importIntegration,
  importTeam,
  installationOf,
  importIdOf,
  personIdOf,
  serviceIdOf,
  unnamed,
  type ImportOptions,
} from './installation.js';
import { openedGroupId, threadOf } from '../../operation/routing/shared/opened-group.js';
import type { ImportedAlert } from './row.js';
import { importLogic } from './shared/import-logic.js';

interface ImportMoment {
  readonly at: string;
  readonly n: number;
  readonly order: number;
  readonly append: () => void;
}

const sender: Actor = { kind: 'sender', id: importIntegration, roles: [] };

/** The key under which the other system would have sent it. */
const keyOf = (n: number): string => `row-${n}`;
const signalIdOf = (n: number, action: 'trigger' | 'resolve'): string => importIdOf('signal', n, action);

const alertOf = ({ title, openedAt, severity, severityWord, service }: ImportedAlert, n: number): SignalAlert => ({
  // its own, as its key is: a resolve also ends what fires with the same fingerprint under another key
  fingerprint: keyOf(n),
  state: 'firing',
  startsAt: openedAt,
  name: title.slice(0, 128),
  summary: title,
  severity,
  severityWord,
  labels: { service },
  links: [],
  details: null,
});

const isUrgent = ({ severity }: ImportedAlert): boolean => severity === 'critical' || severity === 'error';

/**
 * A whole log of alerts that happened elsewhere, at their times. Each is an alert group of its own: the alert is a
 * signal, as a backtest replays it; opening, acknowledgement and resolution are facts of the group, as reports read
 * them. Tocsin paged no one, so no escalation is invented.
 */
export const createImportedEvents = function* (alerts: readonly ImportedAlert[], options: ImportOptions): Generator<Recorded, void, void> {
  const { events } = installationOf(alerts, options);
  yield* events;
  let ordinal = events.length;
  let appended: Recorded[] = [];
  const revisions = new Map<string, number>();
  const append = (
    stream: string,
    at: string,
    fact: Fact,
    identity: Omit<Recorded['meta'], 'at' | 'commandId' | 'logic' | 'node'>,
    givenId?: string,
  ): Recorded => {
    ordinal += 1;
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    const id = givenId ?? importIdOf('event', stream, revision);
    const meta = { at, commandId: importIdOf('command', stream, revision), logic: importLogic, node: 'import', ...identity };
    const event = { id, stream, revision, ordinal, type: fact.type, ...options.written(fact.type, fact.data), meta };
    appended.push(event);
    return event;
  };
  const createSignal = (n: number, at: string, alert: ImportedAlert, action: 'trigger' | 'resolve'): Recorded => {
    const stated = { ...alertOf(alert, n), state: action === 'trigger' ? ('firing' as const) : ('resolved' as const) };
    const data = {
      integrationId: importIntegration,
      serviceId: serviceIdOf(alert.service),
      kind: 'generic' as const,
      receivedAt: at,
      signal: {
        action,
        key: keyOf(n),
        shape: 'each' as const,
        complete: false,
        splitByName: false,
        alerts: [stated],
        cut: [],
        test: false,
      },
      raw: 't:{}',
    };
    const id = signalIdOf(n, action);
    return append('inbox-import', at, { type: 'SignalReceived', data }, { actor: sender, correlationId: id, causationId: null }, id);
  };
  const momentsOf = (alert: ImportedAlert, n: number): readonly ImportMoment[] => {
    const key = keyOf(n);
    // thread and group as the rules would name them: a backtest finds each group again
    const thread = threadOf(importIntegration, key);
    const groupId = openedGroupId(alert.openedAt, signalIdOf(n, 'trigger'), thread);
    const stream = `alertGroup-${groupId}`;
    let first = '';
    const signalRefOf = ({ id: eventId, ordinal, meta: { at: receivedAt } }: Recorded) => ({ eventId, ordinal, receivedAt });
    const open = (): void => {
      const from = createSignal(n, alert.openedAt, alert, 'trigger');
      first = from.id;
      const { state: _, ...listedAlert } = alertOf(alert, n);
      const origin = {
        kind: 'signal',
        integrationId: importIntegration,
        key,
        thread,
        shape: 'each',
        signal: signalRefOf(from),
      } as const;
      const data = {
        groupId,
        number: n,
        serviceId: serviceIdOf(alert.service),
        teamId: importTeam,
        origin,
        title: alert.title,
        urgency: isUrgent(alert) ? ('high' as const) : ('low' as const),
        test: false,
        previousGroupId: null,
        alerts: [listedAlert],
        policy: null,
        ackTimeoutMinutes: 0,
      };
      append(stream, alert.openedAt, { type: 'AlertGroupOpened', data }, { actor: sender, correlationId: first, causationId: first });
    };
    const acknowledge = (at: string): void => {
      const personId = personIdOf(alert.person ?? unnamed);
      const data = { groupId, holder: { kind: 'person' as const, personId }, pageId: null };
      const actor: Actor = { kind: 'person', id: personId, roles: ['member'] };
      append(stream, at, { type: 'AlertGroupAcknowledged', data }, { actor, correlationId: first, causationId: null });
    };
    const resolve = (at: string): void => {
      const from = createSignal(n, at, alert, 'resolve');
      const data = {
        groupId,
        by: 'sender' as const,
        pageId: null,
        signal: signalRefOf(from),
        whileFiring: false,
        thread,
      };
      append(stream, at, { type: 'AlertGroupResolved', data }, { actor: sender, correlationId: first, causationId: from.id });
    };
    const { acknowledgedAt, resolvedAt } = alert;
    return [
      { at: alert.openedAt, n, order: 0, append: open },
      ...(acknowledgedAt === null ? [] : [{ at: acknowledgedAt, n, order: 1, append: () => acknowledge(acknowledgedAt) }]),
      ...(resolvedAt === null ? [] : [{ at: resolvedAt, n, order: 2, append: () => resolve(resolvedAt) }]),
    ];
  };
  const unorderedMoments = alerts.flatMap((alert, n) => momentsOf(alert, n + 1));
  const orderedMoments = unorderedMoments.toSorted((a, b) => (a.at === b.at ? a.order - b.order || a.n - b.n : a.at < b.at ? -1 : 1));
  for (const { append: happen } of orderedMoments) {
    happen();
    yield* appended;
    appended = [];
  }
};
