import type { Recorded } from '@tocsin/contracts/envelope.js';
import { limits } from '@tocsin/contracts/limits.js';
import { EarlyWork } from '@tocsin/kernel/react/early-work.js';
import { recordFailure } from '@tocsin/kernel/react/give-up.js';
import type { PagePorts } from '@tocsin/kernel/react/page-ports.js';
import { handlePage, fireTimer, type TimerPorts } from '@tocsin/kernel/react/page-step.js';
import { reactingProcesses, type PlannedCommand } from '@tocsin/kernel/react/process.js';
import { runAsync } from '@tocsin/kernel/step.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import type { CommandResult } from '../bus/command-runner.js';
import { pause, systemMonotonicClock, type MonotonicClock } from '../clock/monotonic-clock.js';
import { Pace } from '../clock/pace.js';
import type { StoredEvent, Subscription } from '../event-log/event-log.js';
import { Alarm } from './alarm.js';
import { CurrentWork } from './current-work.js';
import { CallPlaces } from './call-places.js';
import { Calls } from './calls.js';
import { OpenEffects } from './open-effects.js';
import { BackgroundTasks } from './background-tasks.js';
import { isWaitedOut, reasonOf } from './faults.js';
import { LookAhead } from './look-ahead.js';
import { Progress } from './progress.js';
import type { ReactorParts } from './reactor-parts.js';
import { Sender } from './sender.js';
import { ReactorWatch, type LaneSample } from './watch.js';

/** Milliseconds. In a storm a few long runs cost less than many short ones; single events are not delayed. */
const betweenRuns = 20;

/**
 * The single active driver of automatic work: follows the log, runs process managers, decides gathered events, and sends the commands of due timers. All
 * its decisions are events, so a retry after a crash finds them done.
 */
export class Reactor {
  private readonly monotonic: MonotonicClock;
  private readonly progress = new Progress();
  private readonly places: CallPlaces;
  private readonly sender: Sender;
  private readonly underWay: BackgroundTasks;
  private readonly calls: Calls;
  private readonly openEffects: OpenEffects | undefined;
  private readonly alarm: Alarm;
  private readonly lookAhead: LookAhead;
  private readonly pace: Pace;
  private readonly atWork: CurrentWork;
  readonly watch: ReactorWatch;
  private subscription: Subscription | undefined;
  private reachingHead: Promise<void> | undefined;
  private isStopped = false;

  constructor(private readonly dependencies: ReactorParts) {
    const {
      runner,
      epoch,
      effects,
      domain,
      clock,
      onTrouble,
      monotonic = systemMonotonicClock,
      callsAtOnce = limits.callsAtOnce,
    } = dependencies;
    this.monotonic = monotonic;
    this.atWork = new CurrentWork(monotonic);
    this.watch = new ReactorWatch(monotonic, (line) => onTrouble(new Error(`The reactor is stuck: ${this.describeLane(line)}`)));
    const pacing = {
      pauseOf: dependencies.pauseOf ?? (() => 0),
      after: (ms: number, run: () => void): void => void monotonic.after(ms, run, { isBackground: true }),
    };
    const onFree = (): void => this.alarm.handleFreePlace();
    this.places = new CallPlaces(dependencies.placesOf ?? callsAtOnce, dependencies.providersOf ?? (() => []), onFree, pacing);
    const handledUpTo = (): number => this.progress.handledUpTo;
    this.sender = new Sender({
      runner,
      epoch,
      monotonic,
      onTrouble,
      onMoved: () => this.watch.noteMove('log'),
      handledUpTo,
      onRecorded: (upTo) => this.progress.isRecorded(upTo),
    });
    this.underWay = new BackgroundTasks(monotonic, onTrouble);
    const { underWay, places } = this;
    const send = (plannedCommand: PlannedCommand): Promise<CommandResult> => this.sender.send(plannedCommand);
    const place = (event: Recorded): Promise<void> => places.forCall(event);
    const ended = (event: Recorded): void => places.releaseEnded(event);
    const giveUp = (askingEvent: Recorded, stream: string, reason: string): Promise<void> => this.giveUpEffect(askingEvent, stream, reason);
    const tracked = domain.effects?.types ?? [];
    this.pace = new Pace(monotonic, { least: betweenRuns, most: betweenRuns, times: 1 });
    this.lookAhead = new LookAhead({
      ...dependencies,
      monotonic,
      calledTypes: Object.keys(effects).filter((type) => this.isCalled(type)),
      gatheredTypes: domain.gatherings.map(({ type }) => type),
      gathersEvery: betweenRuns,
    });
    this.calls = new Calls({ effects, tracked, underWay, monotonic, onTrouble, send, waitForPlace: place, onEnded: ended, giveUp });
    const readEvent = async (ordinal: number): Promise<Recorded | undefined> => (await this.readEvents([ordinal]))[0];
    const beginning = { effects, clock, callsAtOnce, monotonic, underWay, readEvent, send, giveUp, onTrouble };
    this.openEffects = domain.effects && new OpenEffects({ tracked: domain.effects, ...beginning });
    this.alarm = new Alarm({
      domain,
      epoch,
      clock,
      monotonic,
      onTrouble,
      onMoved: () => this.watch.noteMove('timers'),
      places,
      fire: (due) => this.atWork.trackTimer(due, () => this.fire(due)),
      giveUp: (due, fault) => this.giveUp(due, fault),
    });
  }

  start(): void {
    const { feed, log, onTrouble } = this.dependencies;
    this.watch.start(async () => {
      const { ordinal } = await log.head();
      return { head: ordinal, position: this.position, isTimerDue: this.alarm.isDue };
    });
    const { handledUpTo } = feed.memory;
    this.progress.beginAfter(handledUpTo);
    this.calls.beginAfter(handledUpTo);
    this.subscription = log.follow(handledUpTo, (events) => this.handle(events), onTrouble);
    this.openEffects?.start(feed.memory);
    this.alarm.start(feed.memory);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.pace.stop();
    this.watch.stop();
    const whenQuiet = this.alarm.stop();
    await this.subscription?.stop();
    await whenQuiet;
    this.calls.stop();
    this.openEffects?.stop();
    await this.underWay.whenIdle();
    // only saves time: without it, the next reactor reads the last events again
    await this.recordProgress().catch(() => {});
  }

  get position(): number {
    return this.subscription?.position ?? 0;
  }

  /** Undefined while the reactor makes progress. */
  describeStandstill(): string | undefined {
    const line = this.watch.stalledLine();
    return line && this.describeLane(line);
  }

  private describeLane(line: LaneSample): string {
    return this.atWork.describeLongest(line) ?? `queued work (${line}) has not started`;
  }

  nextDue(): string | undefined {
    return this.alarm.next();
  }

  /** Nothing is due, and no due work is in progress. */
  get idle(): boolean {
    return this.alarm.isIdle;
  }

  /** Calls in progress that started less than this many milliseconds ago. */
  countCallsYoungerThan(milliseconds: number): number {
    return this.underWay.countYoungerThan(milliseconds);
  }

  get callsOut(): number {
    return this.underWay.size;
  }

  /** Calls that wait for a free slot of their provider. */
  get callsWaiting(): number {
    return this.places.waiting;
  }

  get timersWaiting(): number {
    return this.alarm.size;
  }

  private async handle(storedEvents: readonly StoredEvent[]): Promise<void> {
    const { feed, decode, domain } = this.dependencies;
    const events = storedEvents.map(decode);
    await feed.waitForToken(storedEvents.at(-1)!.token);
    this.pace.begin();
    this.lookAhead.begin(events);
    const effectRuns = await runAsync(handlePage(domain, events, this.progress.handledUpTo, this.pagePorts)).finally(() =>
      this.atWork.pageEnds(),
    );
    this.watch.noteMove('log');
    this.progress.noteHandled(events, (event) => this.isWork(event));
    if (this.progress.isFarAhead) await this.recordProgress();
    if (effectRuns > 0) await this.pace.rest();
  }

  private readonly pagePorts: PagePorts = {
    memory: () => this.dependencies.feed.memory,
    fireAgain: (stream, timer) => this.alarm.refire(stream, timer),
    send: (plannedCommands) => this.sender.sendAll(plannedCommands),
    events: (ordinals) => this.readEvents(ordinals),
    readNewerEvents: (types) => (this.isStopped ? [] : this.lookAhead.read(types)),
    ahead: new EarlyWork(),
    callOut: (event) => this.calls.begin(event),
    isWaitedOut,
    reasonOf,
    beginWork: (work) => this.atWork.begin(work),
    pause: async (milliseconds) => void (this.isStopped || (await pause(this.monotonic, milliseconds))),
  };

  private readonly timerPorts: TimerPorts<CommandResult> = {
    decide: async (plannedCommand) => {
      const result = await this.sender.send(plannedCommand);
      const callsOut = result.kind === 'done' && result.facts.some(({ type }) => this.isCalled(type));
      if (!callsOut) this.places.releaseUnclaimed(plannedCommand);
      return result;
    },
    folded: (appended) => this.dependencies.feed.waitForToken((appended as { readonly token: string }).token),
    spend: (due) => this.alarm.removeTimer(due),
  };

  private async fire(due: DueTimer): Promise<void> {
    if (due.timer.ofSilence) await this.reachHead();
    await runAsync(fireTimer(due, this.timerPorts));
  }

  /** All timers that are due together ask the log once. */
  private reachHead(): Promise<void> {
    const { log, feed } = this.dependencies;
    this.reachingHead ??= log
      .head()
      .finally(() => (this.reachingHead = undefined))
      .then(({ token }) => feed.waitForToken(token));
    return this.reachingHead;
  }

  private async readEvents(ordinals: readonly number[]): Promise<readonly Recorded[]> {
    return (await this.dependencies.log.readOrdinals(ordinals)).map(this.dependencies.decode);
  }

  /** Whether an event type triggers an effect that is started once, when the log is followed. */
  private isCalled(type: string): boolean {
    const { effects, domain } = this.dependencies;
    return type in effects && !domain.effects?.types.includes(type);
  }

  private giveUp({ stream, timer, planned }: DueTimer, fault: unknown): Promise<void> {
    const { correlationId, causationId } = planned;
    const failure = { kind: 'timer', what: timer.name, stream, ordinal: null, at: timer.dueAt } as const;
    const abandoned = { ...failure, planned, fault, causes: { correlationId, causationId } };
    return runAsync(recordFailure(this.dependencies.domain, abandoned, this.pagePorts));
  }

  private giveUpEffect({ id, type, ordinal, meta: { at, correlationId } }: Recorded, stream: string, reason: string): Promise<void> {
    const causes = { causationId: id, correlationId };
    const abandoned = { kind: 'effect', what: type, stream, ordinal, planned: null, fault: reason, at, causes } as const;
    return runAsync(recordFailure(this.dependencies.domain, abandoned, { ...this.pagePorts, reasonOf: String }));
  }

  /** Whether anything follows from an event of this type: a decision, or a call. */
  private isWork({ type }: Recorded): boolean {
    const { domain, effects } = this.dependencies;
    return (
      type in effects ||
      type === domain.failures?.retries?.type ||
      domain.gatherings.some((one) => one.type === type) ||
      reactingProcesses(domain.processes, type).length > 0
    );
  }

  private async recordProgress(): Promise<void> {
    const claim = this.progress.claim(this.dependencies.domain.progress, this.dependencies.epoch);
    if (claim) await this.sender.send(claim);
  }
}
