import PQueue from 'p-queue';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import type { AnchorHealth } from '@tocsin/contracts/seals/noun.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { readNote } from '@tocsin/platform/proof/signed-note.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';

/** Milliseconds until an anchor that failed is tried again. */
const retryAfter = 10 * duration.minute;

type Dependencies = Pick<ServerParts, 'clock' | 'log' | 'reacting' | 'reads' | 'runner' | 'troubles' | 'vault'>;

/**
 * Posts each seal to an address outside, which keeps it: whoever rewrites the whole log and seals it anew can’t rewrite that. Only the newest seal is
 * sent: it covers all earlier ones.
 */
export class Anchors {
  /** The newest seal that was taken outside. */
  last: AnchorHealth | null = null;
  private readonly queue = new PQueue({ concurrency: 1 });
  private newest: string | null = null;
  private cancelRetry = (): void => {};

  constructor(
    private readonly parts: Dependencies,
    private readonly outgoing: Pick<OutgoingHttp, 'post'>,
    private readonly url: string | null,
  ) {}

  /** `note`: the newest seal; what a former run could not send is sent now. */
  async start(note: string | null): Promise<void> {
    if (this.url === null) return;
    const { log } = this.parts;
    const [anchor] = await log.readBack({ before: (await log.head()).ordinal + 1, limit: 1, types: ['LogAnchored'] });
    if (anchor) {
      const { size, host } = JSON.parse(anchor.data) as FactOf<'LogAnchored'>;
      this.last = { size, host, at: (JSON.parse(anchor.meta) as { at: string }).at };
    }
    if (note !== null) this.anchor(note);
  }

  stop(): void {
    this.newest = null;
    this.cancelRetry();
  }

  /** Returns at once: nothing waits for an anchor. */
  anchor(note: string): void {
    this.newest = note;
    if (this.url !== null && this.queue.size === 0) void this.queue.add(() => this.send());
  }

  /** Resolves when nothing is being sent. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  private async send(): Promise<void> {
    const { troubles, clock, reads } = this.parts;
    const note = this.newest;
    const seal = note === null ? null : readNote(note);
    // a paused copy sends nothing
    if (note === null || !seal || seal.size <= (this.last?.size ?? 0) || quarantineOf(reads)) return;
    this.cancelRetry();
    try {
      await this.post(note);
      await this.record({ size: seal.size, root: seal.root.toString('hex'), kind: 'webhook', host: this.host });
      this.last = { size: seal.size, host: this.host, at: clock.now() };
    } catch (error) {
      if (this.newest === null) return;
      troubles.note('anchor', error);
      this.cancelRetry = clock.at(addMillis(clock.now(), retryAfter), () => this.newest !== null && this.anchor(this.newest));
    }
  }

  private get host(): string {
    return new URL(this.url!).host;
  }

  private async post(note: string): Promise<void> {
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    const { status } = await this.outgoing.post(this.url!, {
      body: note,
      headers,
      deadlineMs: alertGroupLimits.sendDeadline,
      isTrusted: true,
    });
    if (status < 200 || status > 299)
      throw new Error(`${this.host} answered ${status}: the seal is anchored nowhere yet. It is tried again in 10 min.`);
  }

  private async record(data: FactOf<'LogAnchored'>): Promise<void> {
    const { runner, reacting, vault } = this.parts;
    const commandId = deriveNamedId('AnchorLog', vault.logId!, String(data.size));
    const command = { type: 'AnchorLog', data };
    await runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null, epoch: reacting.epoch });
  }
}
