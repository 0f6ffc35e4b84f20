import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedFact } from '@tocsin/contracts/catalogue.js';
import type { Recorded } from '@tocsin/contracts/envelope.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { WhyAnswer, WhyGroup } from '@tocsin/contracts/why/why.js';
import { listedSinceOf } from '@tocsin/contracts/organisation/listed-since.js';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { canPage } from '@tocsin/domain/observers/why/can-page.js';
import { GroupWhy } from '@tocsin/domain/observers/why/why.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ListQuery } from '@tocsin/platform/views/view-store.js';
import type { ServerParts } from '../core/server-parts.js';
import type { Caller } from '../http/caller.js';
import { CauseWalk } from './cause-walk.js';
import { showEvent, withoutBody } from './event-visibility.js';
import type { ViewReader } from './view-reader.js';

export type WhyParts = Pick<ServerParts, 'clock' | 'codec' | 'log' | 'reads' | 'redactions' | 'store' | 'views'>;

export interface WhyQuery {
  readonly personId: string;
  /** Null: the groups around the moment. */
  readonly groupId: string | null;
  readonly at: string;
}

/** Groups in one answer, and events of a stream that are read in one turn of the event loop. */
const groupsLookedAt = 50;
const eventsPerTurn = 200;
const lookBack = duration.hour;

const named: ReadonlySet<WhyGroup['verdict']> = new Set(['paged', 'waiting', 'cancelled', 'not_delivered', 'not_reachable', 'told']);

/** Reads the streams of alert groups as they were at a moment, and explains what happened for one person in each. */
export class WhyReader {
  constructor(
    private readonly parts: WhyParts,
    private readonly viewReader: Pick<ViewReader, 'list'>,
  ) {}

  async answer(query: WhyQuery, who: Caller): Promise<WhyAnswer> {
    const { personId, groupId, at } = query;
    const ids = groupId === null ? await this.around(at) : [groupId];
    const groups: WhyGroup[] = [];
    for (const one of ids.slice(0, groupsLookedAt)) {
      const why = await this.read(one, query);
      const { answer, policy } = why;
      if (!answer) continue;
      const isListed = groupId !== null || named.has(answer.verdict) || (policy !== null && this.canBeNamed(policy, personId));
      if (isListed) groups.push({ ...answer, events: await this.shown(why, answer.events, who) });
    }
    const listedSince = listedSinceOf(this.parts.reads.organisation.get(organisationKey) ?? {}, this.parts.clock.now());
    // older ones are not listed: each can still be asked about by itself
    return { personId, at, groups, more: ids.length > groupsLookedAt || (groupId === null && at < listedSince) };
  }

  /** Groups that were open at some time within the hour before the moment, newest first. */
  private async around(at: string): Promise<readonly string[]> {
    const from = addMillis(at, -lookBack);
    const status = ['firing', 'acknowledged', 'snoozed', 'suppressed'] as const;
    const newest = { sort: 'openedAt', descending: true, limit: groupsLookedAt + 1 };
    const queries: readonly ListQuery[] = [
      { ...newest, range: { column: 'openedAt', from, to: at } },
      { ...newest, where: { status }, at: from },
      { ...newest, where: { status }, at },
    ];
    const found = new Map<string, string>();
    for (const query of queries) {
      const { rows } = await this.viewReader.list('alertGroups', query);
      for (const { id, row } of rows) found.set(id, row.openedAt);
    }
    return [...found].toSorted(([, a], [, b]) => (a < b ? 1 : -1)).map(([id]) => id);
  }

  private canBeNamed(policy: NonNullable<GroupWhy['policy']>, personId: string): boolean {
    return canPage(policy, personId, this.parts.reads);
  }

  /** The facts of a group up to a moment, as they may be shown. A stream is ordered by revision. */
  private async read(groupId: string, { personId, at }: WhyQuery): Promise<GroupWhy> {
    const { log, codec, redactions } = this.parts;
    const why = new GroupWhy(personId, (policy) => this.canBeNamed(policy, personId));
    for (let revision = 0; ;) {
      const stored = await log.readStream(`alertGroup-${groupId}`, revision, eventsPerTurn);
      if (stored.length === 0) return why;
      for (const event of stored.map((one) => redactions.redact(codec.decode(one)))) {
        if (event.meta.at > at) return why;
        why.take(event);
      }
      revision += stored.length;
      await nextTurn();
    }
  }

  /**
   * How the signal that opened the group was routed: of a run of signals, only the part about this group. Empty while that index is
   * being built.
   */
  private async routing(opened: Recorded | undefined): Promise<readonly Recorded[]> {
    const { log, codec, store, views } = this.parts;
    if (!opened || !views.isStarted) return [];
    const walk = new CauseWalk({ log, index: store.causes, decode: (stored) => codec.decode(stored) });
    const [cause] = (await walk.findCauses(opened, 1)).events as readonly RecordedFact[];
    if (cause?.type !== 'SignalsRouted') return [];
    const { groupId } = opened.data as { readonly groupId: string };
    return [{ ...cause, data: { ...cause.data, items: cause.data.items.filter((item) => item.groupId === groupId) } }];
  }

  /** The events with the signal that started it and its routing, as the reader may see them. */
  private async shown({ signal }: GroupWhy, events: readonly Recorded[], who: Caller): Promise<Recorded[]> {
    const { log, codec, redactions } = this.parts;
    const signals = signal === null ? [] : (await log.readOrdinals([signal])).map((one) => codec.decode(one));
    return [...signals, ...(await this.routing(events[0])), ...events].map((event) =>
      withoutBody(showEvent(redactions.redact(event), who)),
    );
  }
}
