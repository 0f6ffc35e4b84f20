import type { FactOf, RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { IntegrationKind } from '@tocsin/contracts/integrations/kinds.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { NewestRules } from '../../../setup/schedules/shared/newest-rules.js';

/** Streams of what people configure, and alerts go by. */
const categories = [
  'organisation',
  'people-directory',
  'person',
  'team',
  'schedule',
  'routes',
  'lookups',
  'mapping',
  'holidays',
  'inhibition',
];
const isOfSetup = (stream: string): boolean => categories.some((category) => stream === category || stream.startsWith(`${category}-`));

/** Of a moment, not of the setup; schedules are restated as they are now. */
const passing =
  /^(?:Handoff|OnCallChanged|Cover|Override|Temporary|Schedule(?:Changed|ChangeWithdrawn|VersionTookEffect)|SharesSet|ZoneTable|WeeklySummary|Store|Verification(?:Asked|Sent|Failed)|EmailChange[A-Z])/;

/** Today’s setup as if it had been made at an instant of the past, and how things are known to importers. */
export interface RestatedSetup {
  readonly events: readonly Recorded[];
  readonly services: ReadonlyMap<string, string>;
  readonly integrations: ReadonlyMap<string, string>;
}

export class SetupToRestate {
  private readonly kept: Recorded[] = [];
  private readonly rules = new NewestRules();
  private readonly services = new Map<string, string>();
  private readonly integrations = new Map<string, string>();
  private readonly kinds = new Map<string, IntegrationKind>();

  take(event: Recorded): void {
    const fact = event as RecordedFact;
    if (fact.type === 'ExternalKeySet') this.takeKey(fact.data);
    if (fact.type === 'IntegrationCreated') this.kinds.set(fact.data.integrationId, fact.data.kind);
    if (!isOfSetup(event.stream)) return;
    if (event.stream.startsWith('schedule-')) this.rules.take(fact);
    if (!passing.test(event.type)) this.kept.push(event);
  }

  /** Of the integration that stands for one there. */
  kindOf(integrationKey: string): IntegrationKind | undefined {
    return this.kinds.get(this.integrations.get(integrationKey) ?? '');
  }

  /** `start`: before the first alert. */
  restate(start: string, { kind: logKind, ...opened }: { readonly kind: 'import' } & Readonly<Record<string, unknown>>): RestatedSetup {
    const revisions = new Map<string, number>();
    const logOpened = { type: 'LogOpened', stream: 'log', data: { ...opened, kind: logKind } };
    const events = [logOpened, ...this.kept].map((event, n): Recorded => {
      const revision = (revisions.get(event.stream) ?? -1) + 1;
      revisions.set(event.stream, revision);
      const original = 'meta' in event ? event : { id: String(opened['logId']), v: 1, meta: metaOfStart };
      const { readUpTo: _, epoch: __, enc: ___, tz: ____, ...meta } = original.meta;
      const data = this.dataOf(event, start);
      return {
        ...original,
        type: event.type,
        stream: event.stream,
        revision,
        ordinal: n + 1,
        data,
        meta: { ...meta, at: start, handledUpTo: n + 1 },
      };
    });
    return { events, services: this.services, integrations: this.integrations };
  }

  private dataOf({ type, data }: { readonly type: string; readonly data: unknown }, start: string): unknown {
    // the old year is replayed as if they had been live
    if (type === 'ServiceCreated') return withoutRehearsal(data as FactOf<'ServiceCreated'>);
    if (type !== 'ScheduleCreated' && type !== 'ScheduleBegan') return data;
    const rules = this.rules.since((data as { readonly scheduleId: string }).scheduleId, start);
    return rules === undefined ? data : { ...(data as object), ...rules, ...(type === 'ScheduleBegan' ? { effectiveFrom: start } : {}) };
  }

  private takeKey({ kind, id, externalKey }: { readonly kind: string; readonly id: string; readonly externalKey: string | null }): void {
    const known = kind === 'Service' ? this.services : kind === 'Integration' ? this.integrations : undefined;
    for (const [key, of] of known ?? []) if (of === id) known!.delete(key);
    if (externalKey !== null) known?.set(externalKey, id);
  }
}

const withoutRehearsal = ({ rehearses: _rehearses, ...data }: FactOf<'ServiceCreated'>) => data;

const metaOfStart: Recorded['meta'] = {
  at: '',
  actor: { kind: 'system', id: 'tocsin', roles: [] },
  commandId: 'log-opened',
  correlationId: 'log-opened',
  causationId: null,
  logic: 'imported-history',
  node: 'import',
};
