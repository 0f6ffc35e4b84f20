import { runCommand, type CommandOutcome, type CommandPorts } from '@tocsin/kernel/decide/command-step.js';
import { DecisionStep, type DecisionResult, type RoutedCommand, type NewBatch, type Order } from '@tocsin/kernel/decide/decision-step.js';
import { evolveAppended, streamNameOf, factMetaOf, type AnyDecider, type Message, type StreamsOf } from '@tocsin/kernel/decide/decider.js';
import type { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Nothing, Refusal } from '@tocsin/kernel/decide/refusal.js';
import { runAsync } from '@tocsin/kernel/step.js';
import type { Clock } from '../clock/clock.js';
import type { EventCodec } from '../codec/codec.js';
import { appendTries } from '../event-log/append-tries.js';
import { AppendConflict, LogUnavailable, type AppendResult } from '../event-log/event-log.js';
import type { CheckFact } from '../codec/final-facts.js';
import type { MemoryFeed } from '../feed/memory-feed.js';
import { charactersOf, forgetOldest, StreamStates, type StateDependencies, type StreamState } from './stream-states.js';

/** `known`: a command with this id was decided before, so nothing was decided again. */
export type CommandResult =
  | {
      readonly kind: 'done' | 'known';
      readonly stream: string;
      readonly revision: number;
      readonly token: string;
      readonly facts: readonly Message[];
    }
  | { readonly kind: 'nothing'; readonly stream: string; readonly says: Nothing['says']; readonly token: string }
  | { readonly kind: 'refused'; readonly refused: Refusal };

/** Other writers kept appending to the stream. */
export class TooManyConflicts extends Error {}

export interface RunnerDependencies extends StateDependencies {
  readonly deciders: readonly AnyDecider[];
  readonly logic: string;
  readonly node: string;
  readonly codec: EventCodec;
  readonly clock: Clock;
  readonly memory: MemoryRows;
  readonly feed: MemoryFeed;
  readonly reads: (memory: MemoryRows) => unknown;
  /** Checks each fact before it is appended. When absent, facts of our deciders are trusted; external input was parsed before. */
  readonly checkFact?: CheckFact | undefined;
}

/** Reads, decides and appends: the only way in which a command becomes events. */
export class CommandRunner {
  private readonly decisions: DecisionStep;
  private readonly states: StreamStates;
  private readonly turns = new Map<string, Promise<unknown>>();
  private readonly reads: unknown;
  private lastToken = '';
  /** By stream: the last append whose answer was lost. */
  private readonly unanswered = new Map<string, symbol>();

  constructor(private readonly dependencies: RunnerDependencies) {
    this.reads = dependencies.reads(dependencies.memory);
    this.states = new StreamStates(dependencies, this.reads);
    this.decisions = new DecisionStep({ ...dependencies, reads: this.reads });
  }

  /** Throws LogUnavailable when the log could not be written, and TooManyConflicts; nothing was changed then. */
  async run(order: Order): Promise<CommandResult> {
    await this.waitForOwnWrites();
    const addressed = this.decisions.routeCommand(order, this.dependencies.clock.now());
    const step = () => runCommand(this.decisions, order, addressed, this.createPorts());
    return this.toResult(await this.inTurn(addressed.stream, () => runAsync(step())));
  }

  /**
   * What deciding this command now would come to, without appending: work for a command that is refused or changes nothing, such as an external call, is
   * not begun.
   */
  async preview(order: Order): Promise<DecisionResult> {
    const { clock } = this.dependencies;
    await this.waitForOwnWrites();
    const addressed = this.decisions.routeCommand(order, clock.now());
    const { decider, stream } = addressed;
    const streamState = await this.inTurn(stream, () => this.states.fold(decider, stream));
    return this.decisions.decide(order, addressed, streamState, clock.now());
  }

  streamOf(order: Order): string {
    return this.decisions.routeCommand(order, this.dependencies.clock.now()).stream;
  }

  /** Includes everything that this node has written to the stream or read from it. */
  async readState<State>({ category }: StreamsOf<State>, id: string): Promise<State> {
    const decider = this.dependencies.deciders.find((one) => one.category === category);
    if (!decider) throw new Error(`there are no streams of ${category}`);
    const stream = streamNameOf(decider, id);
    const { state } = await this.inTurn(stream, () => this.states.fold(decider, stream));
    // a list of deciders holds states of every kind; a category has one owner
    return state as State;
  }

  /** Drops the cache, so that decrypted data does not outlive its key. */
  forget(): void {
    this.states.clear();
  }

  /** Commands of this node on the same stream run one after the other: they would only conflict with each other. */
  private inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.turns.get(name) ?? Promise.resolve();
    const thisTurn = before.then(work, work);
    this.turns.set(name, thisTurn);
    const leave = (): void => {
      if (this.turns.get(name) === thisTurn) this.turns.delete(name);
    };
    thisTurn.then(leave, leave);
    return thisTurn;
  }

  /** Commands of a shared sequence run one after the other: each sees the earlier ones’ events in memory. */
  private enter(sequence: string): Promise<() => void> {
    return new Promise((entered, failed) => {
      // stream names contain no space
      const turn = this.inTurn(`sequence ${sequence}`, async () => {
        await this.waitForOwnWrites();
        await new Promise<void>((leaveQueue) => entered(leaveQueue));
      });
      turn.catch(failed);
    });
  }

  /** This runner’s earlier writes must be in memory before it decides, also those whose answer was lost. */
  private async waitForOwnWrites(): Promise<void> {
    const { log, feed } = this.dependencies;
    for (const [stream, append] of this.unanswered) {
      const [last] = await log.readStreamBack({ stream, limit: 1 });
      this.noteWritten(last?.token ?? '');
      // another append may have lost its answer meanwhile
      if (this.unanswered.get(stream) === append) this.unanswered.delete(stream);
    }
    await feed.waitForToken(this.lastToken);
  }

  private noteWritten(token: string): void {
    if (token > this.lastToken) this.lastToken = token;
  }

  private createPorts(): CommandPorts<AppendResult, StreamState> {
    return {
      now: () => this.dependencies.clock.now(),
      read: ({ decider, stream }) => this.states.fold(decider, stream),
      enter: (sequence) => this.enter(sequence),
      append: (batch, addressed, streamState) => this.append(batch, addressed, streamState),
      isWorthAnotherTry: (error, stream, tries) => {
        this.states.delete(stream);
        const isUnanswered = error instanceof LogUnavailable && error.outcome === 'unknown';
        if (isUnanswered) this.unanswered.set(stream, Symbol(stream));
        const isWorthIt = isUnanswered || error instanceof AppendConflict;
        if (isWorthIt && tries === appendTries) throw new TooManyConflicts(`${stream}: ${tries} tries`, { cause: error });
        return isWorthIt;
      },
    };
  }

  private toResult(outcome: CommandOutcome<AppendResult, StreamState>): CommandResult {
    if (outcome.kind === 'done') return { kind: 'done', stream: outcome.stream, ...outcome.appended, facts: outcome.batch.facts };
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'nothing') return { ...outcome, token: this.lastToken };
    const { revision, token } = outcome.read;
    return { kind: 'known', stream: outcome.stream, revision, token, facts: [] };
  }

  private async append({ stream, facts, meta }: NewBatch, { decider }: RoutedCommand, streamState: StreamState): Promise<AppendResult> {
    const { codec, log, decode, checkFact } = this.dependencies;
    if (checkFact) facts.forEach(checkFact);
    const encodedEvents = codec.encodeAll(facts, meta);
    decode.expect(encodedEvents);
    const events = encodedEvents.map(({ event }) => event);
    // before the append, so that memory, which may read the facts first, has the same states
    const state = facts.reduce(
      (before, fact) => evolveAppended(decider, before, fact, factMetaOf({ id: fact.id, meta })),
      streamState.state,
    );
    const result = await log.append(stream, streamState.revision < 0 ? 'none' : streamState.revision, events);
    const { revision, token } = result;
    const commandIds = streamState.commandIds.add(meta.commandId);
    if (decider.readKnownState) forgetOldest(commandIds);
    this.states.set(stream, { revision, state, commandIds, token, characters: streamState.characters + charactersOf(events) });
    this.noteWritten(token);
    return result;
  }
}
