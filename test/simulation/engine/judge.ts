import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { EventSource } from '@tocsin/kernel/replay/source.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import type { Installation } from './installation.js';
import type { EffectCall, EffectObserver, ObservedServer } from './effect-calls.js';
import { attempts } from './invariants/attempts.js';
import { checksClosing } from './invariants/closing.js';
import { decisions } from './invariants/decisions.js';
import { duty } from './invariants/duty.js';
import { effects } from './invariants/effects.js';
import type { Invariant, Witness } from './invariants/invariant.js';
import { liveness } from './invariants/liveness.js';
import { logTime } from './invariants/log-time.js';
import { memory } from './invariants/memory.js';
import { eachCommandOnce } from './invariants/once.js';
import { oneKey } from './invariants/one-key.js';
import { reactions } from './invariants/reactions.js';
import { rings } from './invariants/rings.js';
import { signals } from './invariants/signals.js';
import { silence } from './invariants/silence.js';
import { steps } from './invariants/steps.js';
import { throttles } from './invariants/throttles.js';
import { timers } from './invariants/timers.js';
import { turns } from './invariants/turns.js';
import { world } from './scheduler.js';
import type { Sender } from './senders.js';
import { createPlainCodec } from './simulated-server.js';

/** Violations that are reported; after the first ones, more add nothing. */
const maxViolations = 20;

const pageEvents = 500;
/** Decoded, all events of a long life would take several times the memory of the log itself. */
const decodedWhenRead = (stored: readonly StoredEvent[], decode: (storedEvent: StoredEvent) => Recorded): EventSource => ({
  at: (ordinal) => stored.slice(ordinal - 1, ordinal).map(decode)[0],
  after: (ordinal) => stored.slice(ordinal, ordinal + pageEvents).map(decode),
});

/** Checks every event as it is appended, and everything at the end: reports violations. */
export class Judge implements Witness, EffectObserver {
  readonly violations: string[] = [];
  readonly events: EventSource;
  readonly memory: MemoryRows;
  senders: readonly Sender[] = [];
  epoch = 0;
  private readonly invariants: readonly Invariant[] = [
    attempts(),
    rings(),
    throttles(),
    signals(),
    timers(),
    steps(),
    oneKey(),
    eachCommandOnce(),
    memory(),
    reactions(),
    effects(),
    logTime(),
    liveness(),
    silence(),
    checksClosing(),
    duty(),
    decisions(),
    turns(),
  ];

  constructor(readonly installation: Installation) {
    const { domain, log } = installation;
    const codec = createPlainCodec(domain);
    this.memory = new MemoryRows(domain.memory);
    this.events = decodedWhenRead(log.all, (storedEvent) => codec.decode(storedEvent));
    log.subscribeToAppends((storedEvents) => {
      const events = storedEvents.map((one) => codec.decode(one));
      for (const { onAppend: appended } of this.invariants) this.addViolations(appended?.(events, this) ?? []);
      for (const event of events) this.checkEvent(event);
    });
    installation.observer = this;
  }

  /** Starts checking every second, too. */
  watch(): void {
    const { scheduler } = this.installation;
    scheduler.scheduleAfter(1_000, world, () => {
      for (const { onSecond: eachSecond } of this.invariants) this.addViolations(eachSecond?.(this) ?? []);
      this.watch();
    });
  }

  onStart(server: ObservedServer): void {
    for (const { onStart: starts } of this.invariants) this.addViolations(starts?.(server, this) ?? []);
  }
  onReaction(server: ObservedServer, event: Recorded): void {
    for (const { onReaction: reacts } of this.invariants) this.addViolations(reacts?.(server, event, this) ?? []);
  }
  onEffect(call: EffectCall): void {
    for (const { onEffect: begins } of this.invariants) this.addViolations(begins?.(call, this) ?? []);
  }

  end(): void {
    for (const { onEnd: atEnd } of this.invariants) this.addViolations(atEnd?.(this) ?? []);
  }

  private checkEvent(event: Recorded): void {
    for (const { onEvent: before } of this.invariants) this.addViolations(before?.(event, this) ?? []);
    this.memory.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
  }

  private addViolations(sentences: readonly string[]): void {
    if (sentences.length === 0 || this.violations.length > maxViolations) return;
    const at = new Date(this.installation.scheduler.now).toISOString();
    this.violations.push(...sentences.map((sentence) => `${at} ${sentence}`));
  }
}
