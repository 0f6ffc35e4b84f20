import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { Fact } from '@tocsin/contracts/catalogue.js';
import type { SignalAlert } from '@tocsin/contracts/routing/signals.js';
import { importIdOf } from '../installation.js';
import type { StoredForm } from '@tocsin/kernel/replay/stored-form.js';
import { openedGroupId, threadOf } from '../../../operation/routing/shared/opened-group.js';
import type { ImportedAlert, ImportedRing } from './imported-alert.js';
import { importLogic } from './import-logic.js';

interface ImportMoment {
  readonly at: string;
  readonly n: number;
  readonly order: number;
  readonly append: () => void;
}

/** Where an alert belongs, and who took it. */
export interface AlertPlace {
  readonly integrationId: string;
  readonly serviceId: string;
  readonly teamId: string;
  /** Who acknowledged it. */
  readonly actor: Actor;
}

export interface AlertEventsOptions {
  /** Of the last event before them. */
  readonly ordinal: number;
  readonly written: StoredForm;
  readonly placeOf: (alert: ImportedAlert) => AlertPlace;
}

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

/** As its sender said it, if that is known; never two with one fingerprint. */
const alertsOf = (alert: ImportedAlert, n: number): readonly SignalAlert[] => {
  const own = alertOf(alert, n);
  const { said = [] } = alert;
  return said.length === 0 ? [own] : said.map((one, index) => ({ ...one, state: 'firing', fingerprint: `${own.fingerprint}:${index}` }));
};

type Four = [string, string, string, string];

const senderOf = (integrationId: string): Actor => ({ kind: 'sender', id: integrationId, roles: [] });

const isUrgent = ({ severity }: ImportedAlert): boolean => severity === 'critical' || severity === 'error';

/**
 * The alerts, behind the events of an installation: a whole log of alerts that happened elsewhere, at their times. Each is an alert group of its own: the alert is a
 * signal, as a backtest replays it; opening, acknowledgement and resolution are facts of the group, as reports read
 * them. Tocsin paged no one: no escalation is invented, and pages are those that the other system tells.
 */
export const createAlertEvents = function* (
  alerts: readonly ImportedAlert[],
  { ordinal: before, written, placeOf }: AlertEventsOptions,
): Generator<Recorded, void, void> {
  let ordinal = before;
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
    const event = { id, stream, revision, ordinal, type: fact.type, ...written(fact.type, fact.data), meta };
    appended.push(event);
    return event;
  };
  const createSignal = (n: number, at: string, alert: ImportedAlert, action: 'trigger' | 'resolve'): Recorded => {
    const state = action === 'trigger' ? ('firing' as const) : ('resolved' as const);
    const stated = alertsOf(alert, n).map((one) => ({ ...one, state }));
    const { integrationId, serviceId } = placeOf(alert);
    const data = {
      integrationId,
      serviceId,
      kind: alert.kind ?? ('generic' as const),
      receivedAt: at,
      signal: {
        action,
        key: keyOf(n),
        shape: 'each' as const,
        complete: false,
        splitByName: false,
        alerts: stated,
        cut: [],
        test: false,
      },
      raw: 't:{}',
    };
    const id = signalIdOf(n, action);
    const actor = senderOf(integrationId);
    return append('inbox-import', at, { type: 'SignalReceived', data }, { actor, correlationId: id, causationId: null }, id);
  };
  const momentsOf = (alert: ImportedAlert, n: number): readonly ImportMoment[] => {
    const key = keyOf(n);
    // thread and group as the rules would name them: a backtest finds each group again
    const { integrationId, serviceId, teamId, actor } = placeOf(alert);
    const thread = threadOf(integrationId, key);
    const sender = senderOf(integrationId);
    const groupId = openedGroupId(alert.openedAt, signalIdOf(n, 'trigger'), thread);
    const stream = `alertGroup-${groupId}`;
    let first = '';
    const signalRefOf = ({ id: eventId, ordinal, meta: { at: receivedAt } }: Recorded) => ({ eventId, ordinal, receivedAt });
    const open = (): void => {
      const from = createSignal(n, alert.openedAt, alert, 'trigger');
      first = from.id;
      const listedAlerts = alertsOf(alert, n).map(({ state: _, ...listed }) => listed);
      const origin = {
        kind: 'signal',
        integrationId,
        key,
        thread,
        shape: 'each',
        signal: signalRefOf(from),
      } as const;
      const data = {
        groupId,
        number: n,
        serviceId,
        teamId,
        origin,
        title: alert.title,
        urgency: isUrgent(alert) ? ('high' as const) : ('low' as const),
        test: false,
        previousGroupId: null,
        alerts: listedAlerts,
        policy: null,
        ackTimeoutMinutes: 0,
      };
      append(stream, alert.openedAt, { type: 'AlertGroupOpened', data }, { actor: sender, correlationId: first, causationId: first });
    };
    const acknowledge = (at: string): void => {
      const data = { groupId, holder: { kind: 'person' as const, personId: actor.id }, pageId: null };
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
    const ring = ({ at, personId, by }: ImportedRing, index: number): void => {
      const [pageId, slot, attemptId, contactMethodId] = ['page', 'slot', 'attempt', 'method'].map((what) =>
        importIdOf(what, n, index),
      ) as Four;
      const identity = { actor: sender, correlationId: first, causationId: null };
      const of = { groupId, pageId };
      const page = { ...of, personId, urgency: isUrgent(alert) ? ('high' as const) : ('low' as const), opening: 1, quiet: false };
      const cause = { kind: 'escalation' as const, round: 0, step: 0 };
      append(
        stream,
        at,
        { type: 'PageStarted', data: { ...page, cause, everyMethod: false, skipped: [], cancelledByAcknowledge: false } },
        identity,
      );
      append(
        stream,
        at,
        { type: 'AttemptPlanned', data: { ...of, slot, contactMethodId, kind: by, dueAt: at, n: 1, because: 'rule' } },
        identity,
      );
      append(stream, at, { type: 'AttemptStarted', data: { ...of, slot, attemptId, epoch: 0 } }, identity);
      append(
        stream,
        at,
        { type: 'AttemptSent', data: { ...of, attemptId, to: { personId, contactMethodId }, providerId: null } },
        identity,
      );
    };
    const { acknowledgedAt, resolvedAt, pages = [] } = alert;
    return [
      { at: alert.openedAt, n, order: 0, append: open },
      ...pages.map((one, index) => ({ at: one.at, n, order: 0.5, append: () => ring(one, index) })),
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
