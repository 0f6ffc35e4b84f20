import type { Actor, Recorded } from '@tocsin/contracts/envelope.js';
import type { ConfigStep } from '@tocsin/contracts/config-files/noun.js';
import { organisationRouter } from '@tocsin/contracts/route-rules/noun.js';
import { makeContext } from '@tocsin/kernel/decide/context.js';
import { decide, evolve, isFacts, streamOf, type AnyDecider, type Message } from '@tocsin/kernel/decide/decider.js';
import { isRefused, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { Domain } from '@tocsin/kernel/registry.js';
import { ownersOfCommands } from '@tocsin/kernel/registry.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Rows } from '@tocsin/kernel/rows/memory-table.js';
import { createConfigurationReads, type ConfigurationReads } from '../../../reads.js';
import { tableOf } from '../../../rules/settings-noun.js';
import { noTeam, type TeamState } from '../../../setup/teams/shared/state.js';

/** The views of memory that deciding about configuration changes or reads. */
export const triedViews = [
  'organisation',
  'people',
  'teams',
  'connections',
  'services',
  'integrations',
  'policies',
  'schedules',
  'onCall',
  'coverRequests',
  'holidayCalendars',
  'heartbeats',
  'maintenanceWindows',
  'routeRules',
  'mappings',
  'lookupTables',
  'inhibitionRules',
  'eventQueues',
  'configItems',
] as const;

type TriedReads = Pick<ConfigurationReads, (typeof triedViews)[number]>;

const teamStateOf = (reads: ConfigurationReads, teamId: string): TeamState => ({
  team: reads.teams.get(teamId) ?? null,
  services: reads.services.where('teamId', teamId).reduce((rows, row) => rows.with(row.id, row), noTeam.services),
  integrations: reads.integrations.where('teamId', teamId).reduce((rows, row) => rows.with(row.id, row), noTeam.integrations),
  policies: reads.policies.where('teamId', teamId).reduce((rows, row) => rows.with(row.id, row), noTeam.policies),
  schedules: reads.schedules.where('teamId', teamId).reduce((rows, row) => rows.with(row.id, row), noTeam.schedules),
});

/** Decides a plan’s commands in memory, each on what the ones before left. Nothing of it is stored. */
export class Trial {
  private readonly memory: MemoryRows;
  private readonly owners: ReadonlyMap<string, AnyDecider>;
  private readonly states = new Map<string, unknown>();
  readonly reads: ConfigurationReads;

  constructor(
    { deciders, memory }: Pick<Domain, 'deciders' | 'memory'>,
    rows: TriedReads,
    private readonly now: string,
    private readonly actor: Actor,
  ) {
    this.memory = new MemoryRows(memory);
    for (const view of triedViews) this.memory.restore(view, 0, (rows[view] as Rows<unknown>).entries());
    this.owners = ownersOfCommands(deciders);
    this.reads = createConfigurationReads(this.memory);
  }

  /** Somebody who is invited before the first command. */
  apply(fact: Message, stream: string): void {
    const meta = {
      at: this.now,
      actor: this.actor,
      commandId: 'trial',
      correlationId: 'trial',
      causationId: null,
      logic: '',
      node: 'trial',
    };
    const ordinal = this.memory.ordinal + 1;
    const recorded: Recorded = { id: `trial ${ordinal}`, stream, revision: 0, ordinal, type: fact.type, v: 1, data: fact.data, meta };
    this.memory.apply(recorded);
  }

  take({ type, data }: NonNullable<ConfigStep['command']>, n: number): Refusal | null {
    const decider = this.owners.get(type)!;
    const context = makeContext({ now: this.now, actor: this.actor, commandId: `trial ${n}`, epoch: 0, reads: this.reads });
    const command = { type, data };
    const stream = streamOf(decider, command, context);
    const state = this.stateOf(decider, stream, data);
    const decision = decide(decider, state, command, context);
    if (isRefused(decision)) return decision;
    if (!isFacts(decision)) return null;
    const meta = { at: this.now, actor: this.actor, eventId: '', commandId: '', correlationId: '' };
    this.states.set(
      stream,
      decision.reduce((before, fact) => evolve(decider, before, fact, meta), state),
    );
    for (const fact of decision) this.apply(fact, stream);
    return null;
  }

  /** Nouns whose row of memory is their state. */
  private rowOf(category: string, data: Readonly<Record<string, unknown>>): unknown {
    const { connections, heartbeats, maintenanceWindows, routeRules, mappings, lookupTables, inhibitionRules } = this.reads;
    if (category === 'connections') return tableOf(connections);
    if (category === 'heartbeat') return heartbeats.get(data['heartbeatId'] as string);
    if (category === 'maintenance') return maintenanceWindows.get(data['windowId'] as string);
    if (category === 'mapping') return mappings.get(data['integrationId'] as string);
    if (category === 'lookups') return tableOf(lookupTables);
    if (category === 'inhibition') return tableOf(inhibitionRules);
    return category === 'routes' ? routeRules.get((data['integrationId'] as string | undefined) ?? organisationRouter) : undefined;
  }

  private stateOf({ category, initial }: AnyDecider, stream: string, data: Readonly<Record<string, unknown>>): unknown {
    if (this.states.has(stream)) return this.states.get(stream);
    const own = this.rowOf(category, data);
    if (own !== undefined) return own;
    if (category === 'team') return teamStateOf(this.reads, data['teamId'] as string);
    if (category !== 'schedule') return initial;
    const scheduleId = data['scheduleId'] as string;
    const row = this.reads.schedules.get(scheduleId);
    return (
      row && { ...row, scheduleId, onCall: this.reads.onCall.get(scheduleId)?.people ?? [], upTo: this.now, covers: [], handoff: null }
    );
  }
}
