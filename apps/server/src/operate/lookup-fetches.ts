import { randomUUID } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import * as lookupLimits from '@tocsin/contracts/lookups/limits.js';
import type { LookupFetch, LookupTable } from '@tocsin/contracts/lookups/noun.js';
import { refusals } from '@tocsin/contracts/refusals.js';
import { isNear, millisBetween } from '@tocsin/kernel/time.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import type { Dispatcher } from '../command/dispatcher.js';
import { fetchTable, storedSource } from '../connections/lookup-source.js';
import { Rounds } from '../core/rounds.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { asProblem } from '../problems/problem.js';

interface Dependencies {
  readonly server: Pick<ServerParts, 'clock' | 'config' | 'logKind' | 'memory' | 'reads' | 'troubles' | 'vault'>;
  readonly send: Dispatcher['send'];
  readonly http: Pick<OutgoingHttp, 'get'>;
}

interface State extends LookupFetch {
  readonly sourceRef: string;
  /** By the pacing’s clock. */
  readonly nextAt: number;
}

const { every, afterFailure } = lookupLimits.fetchMinutes;

/** How long the rows of a table that just changed are used, because of their size. */
const usedFor = ({ rows }: LookupTable): number => {
  const characters = rows.reduce((sum, cells) => cells.reduce((of, cell) => of + cell.length, sum), 0);
  return (characters / lookupLimits.fetchedCharactersADay) * duration.day;
};

/**
 * Fetches lookup tables from their addresses, one after the other. Signals are labelled from memory and wait for none of it; where a
 * fetch fails, the rows of before stay. Only the active server fetches, and none while the store is paused.
 */
export class LookupFetches {
  private readonly states = new Map<string, State>();
  private readonly rounds: Rounds;

  constructor(private readonly dependencies: Dependencies) {
    const { server } = dependencies;
    this.rounds = new Rounds(server, {
      name: 'lookup tables',
      hasWork: () => this.tables().length > 0,
      round: () => this.fetchDue(),
      untilNext: () => this.untilNext(),
    });
    server.memory.onChange((view) => {
      if (view === 'lookupTables') this.rounds.plan(0);
    });
  }

  start(): void {
    this.rounds.start();
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  /** Resolves when none is being fetched. */
  get whenSettled(): Promise<void> {
    return this.rounds.whenSettled;
  }

  list(): readonly LookupFetch[] {
    return this.tables().map(({ id: lookupId, sourceRef }) => {
      const state = this.stateOf(lookupId, sourceRef!);
      return { lookupId, fetchedAt: state?.fetchedAt ?? null, failing: state?.failing ?? null };
    });
  }

  /** What health says of those that fail. Their rows are as old as the row says, also where a restart forgot the last fetch. */
  describe(): readonly string[] {
    return this.tables().flatMap(({ id, sourceRef, name, changedAt }) => {
      const failing = this.stateOf(id, sourceRef!)?.failing;
      return failing ? [`the lookup table ${name} can’t be fetched: ${failing.why}; its rows of ${changedAt} are used`] : [];
    });
  }

  private tables(): readonly LookupTable[] {
    return [...this.dependencies.server.reads.lookupTables.all()].filter(({ sourceRef }) => sourceRef !== undefined);
  }

  private stateOf(lookupId: string, sourceRef: string): State | undefined {
    const state = this.states.get(lookupId);
    return state?.sourceRef === sourceRef ? state : undefined;
  }

  private untilNext(): number {
    const waits = this.tables().map((table) => this.untilDue(table));
    // a paused store is looked at again later
    const least = quarantineOf(this.dependencies.server.reads) ? afterFailure * duration.minute : 0;
    return Math.max(Math.min(every * duration.minute, ...waits), least);
  }

  /** Milliseconds. */
  private untilDue(table: LookupTable): number {
    const state = this.stateOf(table.id, table.sourceRef!);
    const until = (state?.nextAt ?? 0) - this.rounds.pacing.now();
    if (until > 0 || state?.failing) return until;
    const now = this.dependencies.server.clock.now();
    const wait = usedFor(table);
    return isNear(table.changedAt, now, wait) ? Math.ceil(wait - millisBetween(table.changedAt, now)) : until;
  }

  private async fetchDue(): Promise<void> {
    const tables = this.tables();
    const ids = new Set(tables.map(({ id }) => id));
    for (const lookupId of this.states.keys()) if (!ids.has(lookupId)) this.states.delete(lookupId);
    for (const table of tables) {
      if (!this.rounds.isRunning || quarantineOf(this.dependencies.server.reads)) return;
      if (this.untilDue(table) <= 0) await this.fetchOne(table.id, table.sourceRef!);
    }
  }

  private async fetchOne(lookupId: string, sourceRef: string): Promise<void> {
    const { clock } = this.dependencies.server;
    // an unknown error is one table’s, too: it is tried again later, and holds no other one up
    const why = await this.fetchAndSave(lookupId, sourceRef).catch((error: unknown) => this.noteUnknown(error));
    const before = this.stateOf(lookupId, sourceRef);
    const now = clock.now();
    this.states.set(lookupId, {
      lookupId,
      sourceRef,
      fetchedAt: why === null ? now : (before?.fetchedAt ?? null),
      failing: why === null ? null : { since: before?.failing?.since ?? now, why },
      nextAt: this.rounds.pacing.now() + (why === null ? every : afterFailure) * duration.minute,
    });
  }

  private noteUnknown(error: unknown): string {
    this.dependencies.server.troubles.note('lookup tables', error);
    return 'an error of this server';
  }

  /** Why it failed; null: it did not. */
  private async fetchAndSave(lookupId: string, sourceRef: string): Promise<string | null> {
    const { server, http, send } = this.dependencies;
    const source = storedSource(server, sourceRef);
    if (!source) return 'its address is no longer stored';
    const fetched = await fetchTable(http, source);
    if ('problem' in fetched) return fetched.problem;
    try {
      await send('FetchLookup', { lookupId, sourceRef, csv: fetched.csv }, { commandId: randomUUID(), actor: systemActor });
      return null;
    } catch (error) {
      const problem = asProblem(error);
      if (!problem) throw error;
      return refusals[problem.code].says;
    }
  }
}
