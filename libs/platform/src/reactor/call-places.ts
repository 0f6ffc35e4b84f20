import type { Recorded } from '@tocsin/contracts/envelope.js';
import type { Message } from '@tocsin/kernel/decider.js';
import type { Planned } from '@tocsin/kernel/process.js';
import { CallSlots } from './call-slots.js';

/** The provider that a command claims a call of, or that the event of that claim calls; undefined for every other message. */
export type ProviderOf = (message: Message) => string | undefined;

/**
 * The places of calls at their providers. One is taken before a call is claimed, and is the call’s own from when that begins. Whoever does
 * not know that its claim stands there, because the answer was lost, gives the place back; the call then waits for another one.
 */
export class CallPlaces {
  private readonly slots: CallSlots;

  constructor(
    most: number,
    private readonly providerOf: ProviderOf,
  ) {
    this.slots = new CallSlots(most);
  }

  /** Whether the call of this command may be claimed; else `whenFree` is called once, to ask again. */
  mayClaim({ command, commandId }: Planned, whenFree: () => void): boolean {
    const provider = this.providerOf(command);
    return provider === undefined || this.slots.take(provider, commandId, whenFree);
  }

  notClaimed({ commandId }: Planned): void {
    this.slots.give(commandId);
  }

  /** Resolves when the call that this event claimed has its place, until it has ended. */
  async forCall({ type, data, id, meta: { commandId } }: Recorded): Promise<void> {
    if (this.slots.pass(commandId, id)) return;
    const provider = this.providerOf({ type, data });
    if (provider === undefined) return;
    while (!(await this.isTaken(provider, id)));
  }

  ended({ id }: Recorded): void {
    this.slots.give(id);
  }

  /** Waits until there is one, which somebody else may take first. */
  private isTaken(provider: string, holder: string): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.slots.take(provider, holder, () => resolve(false))) resolve(true);
    });
  }
}
