import { callUnderWay } from '@tocsin/contracts/contacts/limits.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { Call, ChannelOutcome, Erasing } from '../channel.js';

interface DrillCall {
  readonly at: string;
  readonly placed: Promise<ChannelOutcome>;
}

/** Milliseconds that a drill’s call may take to be placed, and to be ended: a real call waits for both. */
const deadlineMs = 2_000;
/** Longer than it rings and speaks. */
const longest = 3 * callUnderWay;

/** The calls of drills by number: a real call to the same number ends them first, so that it does not find the line engaged. */
export class DrillCalls {
  private readonly calls = new Map<string, DrillCall>();

  constructor(
    private readonly clock: { readonly now: () => string },
    private readonly hangUp: Erasing,
  ) {}

  async place(to: string, call: Call, send: (limits: Call) => Promise<ChannelOutcome>): Promise<ChannelOutcome> {
    const placed = send({ ...call, deadlineMs: Math.min(call.deadlineMs, deadlineMs) });
    this.calls.set(to, { at: this.clock.now(), placed });
    return placed;
  }

  /** A call that can’t be ended keeps no real one from being placed. */
  async end(to: string): Promise<void> {
    const drillCall = this.calls.get(to);
    this.calls.delete(to);
    if (!drillCall || addMillis(drillCall.at, longest) <= this.clock.now()) return;
    const outcome = await drillCall.placed.catch(() => null);
    if (!outcome?.ok || outcome.providerId === null) return;
    await this.hangUp({ providerId: outcome.providerId, sentAt: drillCall.at, connectionId: null }, { deadlineMs });
  }
}
