import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Planned } from '@tocsin/kernel/react/process.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import { CallSlots } from './call-slots.js';
import { WaitingLine } from './waiting-line.js';

/** The provider of the call that a command claims, or that the claiming event starts; undefined for every other message. */
export type ProviderOf = (message: Message) => string | undefined;

/**
 * The slots of calls at their providers. A slot is taken before a call is claimed, and passes to the call when that starts. If the
 * answer to a claim is lost, so that its success is unknown, the slot is released; the call then waits for another one. Claims wait
 * in a queue, most urgent first.
 */
export class CallPlaces {
  private readonly slots: CallSlots;
  private readonly lines = new Map<string, WaitingLine>();

  /** `onFree` is called for each released slot. */
  constructor(
    most: number | ((provider: string) => number),
    private readonly providerOf: ProviderOf,
    onFree: () => void = () => {},
  ) {
    this.slots = new CallSlots(most, onFree);
  }

  /**
   * Whether the call of this timer’s command may be claimed now; otherwise it waits in the queue. A more urgent claim is never
   * overtaken, neither in the queue nor, according to `isOvertaken`, before it gets there.
   */
  mayClaim(due: DueTimer, isOvertaken: () => boolean = () => false): boolean {
    const { command, commandId } = due.planned;
    const provider = this.providerOf(command);
    if (provider === undefined) return true;
    const line = this.lines.get(provider);
    if (!line?.isBehind(due) && !isOvertaken() && this.slots.take(provider, commandId)) {
      line?.leave(due);
      return true;
    }
    this.join(provider, due);
    return false;
  }

  /** Whether a claim is waiting and its provider has a free slot. */
  get isTurn(): boolean {
    for (const provider of this.lines.keys()) if (this.slots.free(provider) > 0) return true;
    return false;
  }

  /** The number of waiting claims. */
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + line.size, 0);
  }

  /** Calls up as many claims as there are free slots, most urgent first. `ask` returns whether a claim still wants its slot. */
  callUp(ask: (due: DueTimer) => boolean): void {
    for (const [provider, line] of this.lines) {
      for (let free = this.slots.free(provider); free > 0;) {
        const due = line.next();
        if (!due) break;
        if (ask(due)) free -= 1;
      }
      if (line.size === 0) this.lines.delete(provider);
    }
  }

  notClaimed({ commandId }: Planned): void {
    this.slots.give(commandId);
  }

  /** Resolves when the call that this event claimed has a slot, which it keeps until it ends. */
  async forCall({ type, data, id, meta: { commandId } }: Recorded): Promise<void> {
    if (this.slots.pass(commandId, id)) return;
    const provider = this.providerOf({ type, data });
    if (provider === undefined) return;
    while (!this.slots.take(provider, id)) await this.isFree(provider, id);
  }

  ended({ id }: Recorded): void {
    this.slots.give(id);
  }

  private join(provider: string, due: DueTimer): void {
    const line = this.lines.get(provider) ?? new WaitingLine();
    this.lines.set(provider, line);
    line.join(due);
  }

  /** Waits until a slot is free; another call may take it first. */
  private isFree(provider: string, holder: string): Promise<void> {
    return new Promise((resolve) => {
      this.slots.wait(provider, holder, () => {
        resolve();
        return true;
      });
    });
  }
}
