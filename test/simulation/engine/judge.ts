import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryRows } from '@tocsin/kernel/rows/memory-rows.js';
import type { Installation } from './installation.js';
import type { EffectCall, Onlooker, SeenServer } from './effect-calls.js';
import { attempts } from './invariants/attempts.js';
import { closing } from './invariants/closing.js';
import { decisions } from './invariants/decisions.js';
import { duty } from './invariants/duty.js';
import { effects } from './invariants/effects.js';
import type { Invariant, Witness } from './invariants/invariant.js';
import { liveness } from './invariants/liveness.js';
import { logTime } from './invariants/log-time.js';
import { memory } from './invariants/memory.js';
import { once } from './invariants/once.js';
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
import { plainCodec } from './simulated-server.js';

/** Violations that are reported; after the first ones, more add nothing. */
const mostSaid = 20;

/** Checks every event as it is appended, and everything at the end: reports violations. */
export class Judge implements Witness, Onlooker {
  readonly violations: string[] = [];
  readonly events: Recorded[] = [];
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
    once(),
    memory(),
    reactions(),
    effects(),
    logTime(),
    liveness(),
    silence(),
    closing(),
    duty(),
    decisions(),
    turns(),
  ];

  constructor(readonly installation: Installation) {
    const { domain, log } = installation;
    const codec = plainCodec(domain);
    this.memory = new MemoryRows(domain.memory);
    log.onAppended((stored) => {
      const events = stored.map((one) => codec.decode(one));
      for (const { appended } of this.invariants) this.found(appended?.(events, this) ?? []);
      for (const event of events) this.sees(event);
    });
    installation.onlooker = this;
  }

  /** Starts checking every second, too. */
  watch(): void {
    const { scheduler } = this.installation;
    scheduler.after(1_000, world, () => {
      for (const { eachSecond } of this.invariants) this.found(eachSecond?.(this) ?? []);
      this.watch();
    });
  }

  starts(server: SeenServer): void {
    for (const { starts } of this.invariants) this.found(starts?.(server, this) ?? []);
  }
  reacts(server: SeenServer, event: Recorded): void {
    for (const { reacts } of this.invariants) this.found(reacts?.(server, event, this) ?? []);
  }
  begins(call: EffectCall): void {
    for (const { begins } of this.invariants) this.found(begins?.(call, this) ?? []);
  }

  end(): void {
    for (const { atEnd } of this.invariants) this.found(atEnd?.(this) ?? []);
  }

  private sees(event: Recorded): void {
    this.events.push(event);
    for (const { before } of this.invariants) this.found(before?.(event, this) ?? []);
    this.memory.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
  }

  private found(sentences: readonly string[]): void {
    if (sentences.length === 0 || this.violations.length > mostSaid) return;
    const at = new Date(this.installation.scheduler.now).toISOString();
    this.violations.push(...sentences.map((sentence) => `${at} ${sentence}`));
  }
}
