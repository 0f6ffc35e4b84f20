import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decide/decider.js';
import type { Planned } from '@tocsin/kernel/react/process.js';
import type { DueTimer } from '@tocsin/kernel/react/timers.js';
import { CallSlots } from './call-slots.js';
import { WaitingLine } from './waiting-line.js';

/** The provider that a command claims a call of, or that the event of that claim calls; undefined for every other message. */
export type ProviderOf = (message: Message) => string | undefined;

/**
 * The places of calls at their providers. One is taken before a call is claimed, and is the call’s own from when that begins. Whoever does
 * not know that its claim stands there, because the answer was lost, gives the place back; the call then waits for another one. Claims wait in
 * a line, the most urgent first.
 */
export class CallPlaces {
  private readonly slots: CallSlots;
  private readonly lines = new Map<string, WaitingLine>();

  /** `onFree` hears of each place that was given back. */
  constructor(
    most: number | ((provider: string) => number),
    private readonly providerOf: ProviderOf,
    onFree: () => void = () => {},
  ) {
    this.slots = new CallSlots(most, onFree);
  }

  /**
   * Whether the call of this timer’s command may be claimed now; else it waits in line. What goes before it is never overtaken, neither in line
   * nor, as `isOvertaken` says, on its way there.
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

  /** Whether somebody waits for a place that is free. */
  get isTurn(): boolean {
    for (const provider of this.lines.keys()) if (this.slots.free(provider) > 0) return true;
    return false;
  }

  /** Claims that stand in line. */
  get waiting(): number {
    return [...this.lines.values()].reduce((sum, line) => sum + line.size, 0);
  }

  /** Calls up as many as there are places, the most urgent first. `ask` answers whether one still wants its place. */
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

  /** Resolves when the call that this event claimed has its place, until it has ended. */
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

  /** Waits until there is one, which somebody else may take first. */
  private isFree(provider: string, holder: string): Promise<void> {
    return new Promise((resolve) => {
      this.slots.wait(provider, holder, () => {
        resolve();
        return true;
      });
    });
  }
}
