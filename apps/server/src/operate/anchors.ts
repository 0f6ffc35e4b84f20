import PQueue from 'p-queue';
import { duration } from '@tocsin/contracts/duration.js';
import type { AnchorHealth } from '@tocsin/contracts/seals/noun.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { readNote } from '@tocsin/platform/proof/signed-note.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import type { AnchorTarget } from './anchor-targets.js';

/** Milliseconds until an anchor that failed is tried again. */
const retryAfter = 10 * duration.minute;
/** Anchors that are read at once, in search of the last one of each target. */
const searched = 200;

type Dependencies = Pick<ServerParts, 'clock' | 'log' | 'reacting' | 'reads' | 'runner' | 'troubles' | 'vault'>;

/** Sends seals to one target. Only the newest is sent: it covers all earlier ones. */
class Anchoring {
  /** The newest seal that was taken. */
  last: AnchorHealth | null = null;
  private readonly queue = new PQueue({ concurrency: 1 });
  private newest: string | null = null;
  private cancelRetry = (): void => {};

  constructor(
    private readonly parts: Dependencies,
    private readonly target: AnchorTarget,
  ) {}

  start(anchors: readonly StoredEvent[]): void {
    for (const { data, meta } of anchors) {
      const { size, host, kind } = JSON.parse(data) as FactOf<'LogAnchored'>;
      if (kind !== this.target.kind || size <= (this.last?.size ?? 0)) continue;
      this.last = { size, host, at: (JSON.parse(meta) as { at: string }).at };
    }
  }

  stop(): void {
    this.newest = null;
    this.cancelRetry();
  }

  anchor(note: string): void {
    this.newest = note;
    if (this.queue.size === 0) void this.queue.add(() => this.send());
  }

  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  private async send(): Promise<void> {
    const { troubles, clock, reads } = this.parts;
    const { kind, host } = this.target;
    const note = this.newest;
    const seal = note === null ? null : readNote(note);
    // a paused copy sends nothing
    if (note === null || !seal || seal.size <= (this.last?.size ?? 0) || quarantineOf(reads)) return;
    this.cancelRetry();
    const dueAt = this.dueAt(clock.now());
    if (dueAt !== null) return this.sendLater(dueAt);
    try {
      const kept = await this.target.send(note);
      await this.record({ size: seal.size, root: seal.root.toString('hex'), kind, host, ...kept });
      this.last = { size: seal.size, host, at: clock.now() };
    } catch (error) {
      if (this.newest === null) return;
      troubles.note('anchor', error);
      this.sendLater(addMillis(clock.now(), retryAfter));
    }
  }

  private sendLater(at: string): void {
    this.cancelRetry = this.parts.clock.at(at, () => this.newest !== null && this.anchor(this.newest));
  }

  /** When the target takes the next seal; null: now. A clock that was set back doesn’t put it off. */
  private dueAt(now: string): string | null {
    const { every } = this.target;
    if (every === undefined || !this.last || this.last.at > now) return null;
    const next = addMillis(this.last.at, every);
    return next > now ? next : null;
  }

  private async record(data: FactOf<'LogAnchored'>): Promise<void> {
    const { runner, reacting, vault } = this.parts;
    const commandId = deriveNamedId('AnchorLog', vault.logId!, `${data.kind} ${data.size}`);
    const command = { type: 'AnchorLog', data };
    await runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null, epoch: reacting.epoch });
  }
}

/** Sends each seal to places outside, which keep it: whoever rewrites the whole log and seals it anew can’t rewrite that. */
export class Anchors {
  private readonly all: readonly Anchoring[];

  constructor(
    private readonly parts: Dependencies,
    targets: readonly AnchorTarget[],
  ) {
    this.all = targets.map((target) => new Anchoring(parts, target));
  }

  /** The newest seal that was taken outside. */
  get last(): AnchorHealth | null {
    const taken = this.all.flatMap(({ last }) => last ?? []);
    return taken.toSorted((a, b) => a.size - b.size || (a.at < b.at ? -1 : 1)).at(-1) ?? null;
  }

  /** `note`: the newest seal; what a former run could not send is sent now. */
  async start(note: string | null): Promise<void> {
    if (this.all.length === 0) return;
    await this.findLast();
    if (note !== null) this.anchor(note);
  }

  /** One target may take a seal each few minutes, and another one a day. */
  private async findLast(): Promise<void> {
    const { log } = this.parts;
    for (let before = (await log.head()).ordinal + 1; this.all.some(({ last }) => last === null);) {
      const anchors = await log.readBack({ before, limit: searched, types: ['LogAnchored'] });
      if (anchors.length === 0) return;
      for (const one of this.all) one.start(anchors);
      before = anchors.at(-1)!.ordinal;
    }
  }

  stop(): void {
    for (const one of this.all) one.stop();
  }

  /** Returns at once: nothing waits for an anchor. */
  anchor(note: string): void {
    for (const one of this.all) one.anchor(note);
  }

  /** Resolves when nothing is being sent. */
  get whenSettled(): Promise<void> {
    return Promise.all(this.all.map((one) => one.whenSettled)).then(() => undefined);
  }
}
