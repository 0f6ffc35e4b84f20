import type { Recorded } from '@tocsin/contracts/envelope.js';
import { MemoryRows } from '@tocsin/kernel/memory-rows.js';
import type { Installation } from './installation.js';
import { attempts } from './invariants/attempts.js';
import { decisions } from './invariants/decisions.js';
import type { Invariant, Witness } from './invariants/invariant.js';
import { outcomes } from './invariants/outcomes.js';
import { signals } from './invariants/signals.js';
import { silence } from './invariants/silence.js';
import type { Sender } from './senders.js';
import { plainCodec } from './simulated-server.js';

/** Looks at every event as it is appended, and at everything once it is over: says what must never be. */
export class Judge implements Witness {
  readonly violations: string[] = [];
  readonly events: Recorded[] = [];
  readonly memory: MemoryRows;
  senders: readonly Sender[] = [];
  epoch = 0;
  private readonly invariants: readonly Invariant[] = [attempts(), signals(), outcomes(), silence(), decisions()];

  constructor(readonly installation: Installation) {
    const { domain, log } = installation;
    const codec = plainCodec(domain);
    this.memory = new MemoryRows(domain.memory);
    log.onAppended((stored) => {
      for (const one of stored) this.sees(codec.decode(one));
    });
  }

  end(): void {
    for (const { atEnd } of this.invariants) this.found(atEnd?.(this) ?? []);
  }

  private sees(event: Recorded): void {
    this.events.push(event);
    this.memory.apply(event);
    this.epoch = Math.max(this.epoch, event.meta.epoch ?? 0);
    for (const { after } of this.invariants) this.found(after?.(event, this) ?? []);
  }

  private found(sentences: readonly string[]): void {
    const at = new Date(this.installation.scheduler.now).toISOString();
    this.violations.push(...sentences.map((sentence) => `${at} ${sentence}`));
  }
}
