import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { PlannedCommand } from '@tocsin/kernel/react/process.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import { byRank } from '@tocsin/kernel/react/due-queue.js';
import { CallSlots, PromisedSlots, type SlotPacing } from './call-slots.js';
import { WaitingLine } from './waiting-line.js';

/** The providers of the call that a command claims, or that the claiming event starts: the call needs a slot of each. None for every other message. */
export type GetProviders = (message: Message) => readonly string[];

interface ProviderQueue {
  readonly providers: readonly string[];
  readonly claims: WaitingLine;
}

/**
 * The slots of calls at their providers. A slot is taken before a call is claimed, and passes to the call when that starts. If the answer to a claim is
 * lost, so that its success is unknown, the slot is released; the call then waits for another one. Claims wait in a queue for each combination of
 * providers, most urgent first; one that shares a provider with a more urgent claim that could start does not overtake it.
 */
export class CallPlaces {
  private readonly slots: CallSlots;
  private readonly lines = new Map<string, ProviderQueue>();

  constructor(
    most: number | ((provider: string) => number),
    private readonly providersOf: GetProviders,
    onFree: () => void = () => {},
    pacing?: SlotPacing,
  ) {
    this.slots = new CallSlots(most, onFree, pacing);
  }

  /**
   * Whether the call of this timer’s command may be claimed now; otherwise it waits in the queue. A more urgent claim is never overtaken, neither in the
   * queue nor, according to `isSuperseded`, before it gets there.
   */
  mayClaim(due: DueTimer, isSuperseded: () => boolean = () => false): boolean {
    const { command, commandId } = due.planned;
    const providers = this.providersOf(command);
    if (providers.length === 0) return true;
    if (!this.isBehind(due, providers) && !isSuperseded() && this.slots.take(providers, commandId)) {
      this.lines.get(keyOf(providers))?.claims.leave(due);
      return true;
    }
    this.join(providers, due);
    return false;
  }

  /** Whether a claim is waiting and its providers have free slots. */
  get isTurn(): boolean {
    for (const { providers } of this.lines.values()) if (this.slots.free(providers) > 0) return true;
    return false;
  }

  get waiting(): number {
    return [...this.lines.values()].reduce((sum, { claims }) => sum + claims.size, 0);
  }

  /** Calls up as many claims as there are free slots, most urgent first. `ask` returns whether a claim still wants its slots. */
  callUp(ask: (due: DueTimer) => boolean): void {
    const promisedSlots = new PromisedSlots();
    for (let line = this.findNextQueue(promisedSlots); line; line = this.findNextQueue(promisedSlots)) {
      const due = line.claims.next();
      if (due && ask(due)) promisedSlots.add(line.providers);
    }
    for (const [key, { claims }] of this.lines) if (claims.size === 0) this.lines.delete(key);
  }

  releaseUnclaimed({ commandId }: PlannedCommand): void {
    this.slots.giveUnused(commandId);
  }

  /** Resolves when the call that this event claimed has its slots, which it keeps until it ends. */
  async forCall({ type, data, id, meta: { commandId } }: Recorded): Promise<void> {
    if (this.slots.pass(commandId, id)) return;
    const providers = this.providersOf({ type, data });
    if (providers.length === 0) return;
    while (!this.slots.take(providers, id)) await this.isEveryFree(providers, id);
  }

  releaseEnded({ id }: Recorded): void {
    this.slots.give(id);
  }

  private isBehind(due: DueTimer, wantedProviders: readonly string[]): boolean {
    for (const { providers, claims } of this.lines.values())
      if (claims.isBehind(due) && providers.some((one) => wantedProviders.includes(one)) && this.slots.free(providers) > 0) return true;
    return false;
  }

  /** Of the queues whose providers have free slots, the one with the most urgent claim. */
  private findNextQueue(promisedSlots: PromisedSlots): ProviderQueue | undefined {
    let next: ProviderQueue | undefined;
    for (const line of this.lines.values()) {
      const { providers, claims } = line;
      const first = claims.first;
      if (!first || this.slots.free(providers, promisedSlots) <= 0) continue;
      if (!next || byRank(first, next.claims.first!) < 0) next = line;
    }
    return next;
  }

  private join(providers: readonly string[], due: DueTimer): void {
    const key = keyOf(providers);
    const line = this.lines.get(key) ?? { providers, claims: new WaitingLine() };
    this.lines.set(key, line);
    line.claims.join(due);
  }

  /** Another call may take the slots first. */
  private isEveryFree(providers: readonly string[], holder: string): Promise<void> {
    return new Promise((resolve) => {
      this.slots.wait(providers, holder, () => {
        resolve();
        return true;
      });
    });
  }
}

const keyOf = (providers: readonly string[]): string => providers.join('\n');
