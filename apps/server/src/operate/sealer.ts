import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { SealsHealth } from '@tocsin/contracts/seals/noun.js';
import { duration } from '@tocsin/contracts/duration.js';
import { deriveNamedId } from '@tocsin/kernel/ids.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { CommandResult } from '@tocsin/platform/bus/command-runner.js';
import type { StoredEvent } from '@tocsin/platform/event-log/event-log.js';
import { readNote, signNote } from '@tocsin/platform/proof/signed-note.js';
import { createSealingKey, readSealingKey, sealsStream, type SealingKey } from '../core/sealing-key.js';
import type { Anchors } from './anchors.js';
import type { ServerParts } from '../core/server-parts.js';

/** Milliseconds from the first event that is not sealed to the seal. */
const every = 10 * duration.minute;
/** Events that are sealed at once, even if they came sooner. */
const mostUnsealed = 10_000;
/** Milliseconds of real time. */
const stopTimeout = 5_000;

type Dependencies = Pick<
  ServerParts,
  'clock' | 'feed' | 'log' | 'logKind' | 'reacting' | 'reserve' | 'runner' | 'tree' | 'troubles' | 'vault'
>;

/**
 * Seals the log: 10 minutes after something that is not sealed yet, at 10,000 such events, and at the end. Seals alone start no clock, so that a quiet log
 * stays quiet. Nothing waits for a seal, and one that fails, or has no room on the disk, is tried again 10 minutes later.
 */
export class Sealer {
  /** The newest seal. */
  last: SealsHealth | null = null;
  private readonly queue = new PQueue({ concurrency: 1 });
  private cancel: (() => void) | null = null;
  /** The last ordinal that is not itself about seals. */
  private newest = 0;
  private key: SealingKey | null = null;
  /** The last attempt sealed nothing: whatever comes, the next is that of the alarm. */
  private isResting = false;
  private phase: 'running' | 'stopping' | 'over' = 'running';

  constructor(
    private readonly parts: Dependencies,
    private readonly anchors: Pick<Anchors, 'anchor' | 'start' | 'stop'>,
  ) {}

  async start(): Promise<void> {
    const { logKind, feed, log, reacting, vault } = this.parts;
    if (logKind !== 'live' || !reacting.reactor) return;
    await this.tryTo(async () => {
      this.key = await readSealingKey(vault, vault.logId!, log);
      const [seal] = await log.readBack({ before: (await log.head()).ordinal + 1, limit: 1, types: ['LogSealed'] });
      if (seal) this.last = sealOf(seal, this.key?.publicKey ?? '');
      await this.anchors.start(seal ? noteOf(seal) : null);
    });
    feed.listen((events) => this.take(events));
    await this.tryTo(() => this.look());
  }

  /** Seals what is left; the hashes of a long log that is new to them are not waited for. */
  async stop(): Promise<void> {
    this.parts.feed.listen(() => {});
    this.phase = 'stopping';
    this.anchors.stop();
    this.cancelAlarm();
    if (this.parts.logKind === 'live' && this.parts.reacting.reactor) {
      const lastSeal = this.attempt(async () => {
        await this.look();
        await this.sealNow();
      });
      await Promise.race([lastSeal, pause(stopTimeout, null, { ref: false })]);
    }
    this.phase = 'over';
  }

  private get isOver(): boolean {
    return this.phase === 'over';
  }

  /** Resolves when nothing is being sealed. */
  get whenSettled(): Promise<void> {
    return this.queue.onIdle();
  }

  /** Resolves when everything that was on the log is sealed, or could not be. Never rejects. */
  seal(): Promise<void> {
    this.cancelAlarm();
    return this.phase === 'running' ? this.attempt(() => this.sealNow()) : this.whenSettled;
  }

  private attempt(work: () => Promise<void>): Promise<void> {
    return this.queue.add(() => this.tryTo(work));
  }

  private cancelAlarm(): void {
    this.cancel?.();
    this.cancel = null;
  }

  /** Of what came before, only the last event is looked at: it is no seal unless all of it is sealed. */
  private async look(): Promise<void> {
    const { log } = this.parts;
    this.take(await log.readBack({ before: (await log.head()).ordinal + 1, limit: 1 }));
  }

  private take(events: readonly StoredEvent[]): void {
    for (const { stream, ordinal } of events) if (stream !== sealsStream) this.newest = Math.max(this.newest, ordinal);
    const unsealed = this.newest - (this.last?.size ?? 0);
    if (this.phase !== 'running' || unsealed <= 0) return;
    if (unsealed >= mostUnsealed && this.queue.size === 0 && !this.isResting) void this.sealUnlessResting();
    else this.cancel ??= this.parts.clock.at(addMillis(this.parts.clock.now(), every), () => void this.seal());
  }

  private sealUnlessResting(): Promise<void> {
    this.cancelAlarm();
    return this.attempt(async () => {
      if (!this.isResting) await this.sealNow();
    });
  }

  private rest(): void {
    this.isResting = true;
    this.take([]);
  }

  private async sealNow(): Promise<void> {
    const { vault, tree, clock, reserve } = this.parts;
    const wanted = this.newest;
    if (wanted <= (this.last?.size ?? 0) || this.isOver) return;
    // what room is left belongs to pages
    if (reserve?.isShort) return this.rest();
    const logId = vault.logId!;
    const key = (this.key ??= await this.currentKey(logId));
    const head = await tree.keepUp();
    if (!head || head.size < wanted || this.isOver) return this.rest();
    const root = Buffer.from(head.root);
    const note = signNote({ logId, size: head.size, root }, key.seed);
    await this.record('SealLog', { note }, `${key.keyId} ${head.size}`);
    this.last = { size: head.size, root: root.toString('hex'), at: clock.now(), publicKey: key.publicKey };
    this.isResting = false;
    // that of a stop is anchored after the next start
    if (this.phase === 'running') this.anchors.anchor(note);
    this.take([]);
  }

  private async currentKey(logId: string): Promise<SealingKey> {
    const { vault, log } = this.parts;
    const known = await readSealingKey(vault, logId, log);
    if (known) return known;
    const { keyId, publicKey, seed } = createSealingKey(vault, logId);
    await this.record('IntroduceSealingKey', { keyId, publicKey, algorithm: 'ed25519' }, keyId);
    return { keyId, publicKey, seed };
  }

  private record(type: 'SealLog' | 'IntroduceSealingKey', data: object, about: string): Promise<CommandResult> {
    const { runner, reacting, vault } = this.parts;
    const commandId = deriveNamedId(type, vault.logId!, about);
    const { epoch } = reacting;
    return runner.run({ command: { type, data }, commandId, actor: systemActor, correlationId: commandId, causationId: null, epoch });
  }

  private async tryTo(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.parts.troubles.note('seals', error);
      this.rest();
    }
  }
}

const noteOf = ({ data }: StoredEvent): string => (JSON.parse(data) as { note: string }).note;

const sealOf = (seal: StoredEvent, publicKey: string): SealsHealth => {
  const { size, root } = readNote(noteOf(seal))!;
  return { size, root: root.toString('hex'), at: (JSON.parse(seal.meta) as { at: string }).at, publicKey };
};
