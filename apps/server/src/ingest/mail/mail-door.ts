import { Worker } from 'node:worker_threads';
import { backOff } from '@tocsin/contracts/back-off.js';
import { duration } from '@tocsin/contracts/duration.js';
import { waitForReal } from '@tocsin/platform/clock/wait.js';
import { onThreadEnd } from '@tocsin/platform/threads/thread-end.js';
import type { AskAboutMail, MailDoorOptions } from './mail-messages.js';
import type { FromMailThread, ToMailThread } from './mail.worker.js';
import { openSmtpDoor, type SmtpDoor } from './smtp-door.js';

export interface MailDoorDependencies {
  readonly options: MailDoorOptions;
  readonly ask: AskAboutMail;
  readonly onTrouble: (error: unknown) => void;
  /** Takes mails on the thread of its caller. */
  readonly hasOneThread: boolean;
}

const pauses = { first: 1 * duration.second, most: 1 * duration.minute };
/** Megabytes: mails of all clients, read. */
const heap = 512;

/** The SMTP server on its own thread, because parsing a mail takes as long as its sender makes it. It is opened again when it ends. */
export class MailDoor {
  private readonly stopping = new AbortController();
  private worker: Worker | undefined;
  private here: SmtpDoor | undefined;
  private failures = 0;
  private tls: MailDoorOptions['tls'];

  constructor(private readonly dependencies: MailDoorDependencies) {
    this.tls = dependencies.options.tls;
  }

  /** Resolves with its port. A port that is taken is reported, and tried again. */
  async start(): Promise<number | null> {
    const { options, ask, onTrouble, hasOneThread } = this.dependencies;
    if (!hasOneThread) return this.begin();
    this.here = await openSmtpDoor({ ...options, tls: this.tls }, ask, onTrouble);
    return this.here.port;
  }

  use(tls: NonNullable<MailDoorOptions['tls']>): void {
    this.tls = tls;
    this.here?.use(tls);
    this.tell({ kind: 'certificate', tls });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.here?.close();
    await this.worker?.terminate();
  }

  private tell(message: ToMailThread): void {
    this.worker?.postMessage(message);
  }

  /** Resolves with null when the thread ended before it was open. */
  private begin(): Promise<number | null> {
    const { options, ask, onTrouble } = this.dependencies;
    const workerData: MailDoorOptions = { ...options, tls: this.tls };
    const worker = new Worker(new URL('mail.worker.js', import.meta.url), {
      workerData,
      name: 'mails',
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    this.worker = worker;
    worker.unref();
    return new Promise((resolve) => {
      worker.on('message', (message: FromMailThread) => {
        if (message.kind === 'trouble') return onTrouble(new Error(message.message));
        if (message.kind === 'open') {
          this.failures = 0;
          return resolve(message.port);
        }
        return void ask(message.question).then((answer) => this.tell({ kind: 'answer', n: message.n, answer }));
      });
      onThreadEnd(worker, (error) => {
        resolve(null);
        if (!this.stopping.signal.aborted) void this.reopen(error);
      });
    });
  }

  private async reopen(error: Error | null): Promise<void> {
    this.failures += 1;
    this.dependencies.onTrouble(error ?? new Error('the thread of mails has ended'));
    await waitForReal(backOff(this.failures, pauses), this.stopping.signal);
    if (!this.stopping.signal.aborted) await this.begin();
  }
}
