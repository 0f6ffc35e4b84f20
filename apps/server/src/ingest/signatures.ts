import { createVerify, X509Certificate, type KeyObject } from 'node:crypto';
import type { OutgoingHttp } from '@tocsin/platform/http/outgoing.js';
import { addMillis } from '@tocsin/kernel/time.js';
import type { ServerParts } from '../core/server-parts.js';
import type { SignedMessage } from './reading.js';

/** Milliseconds: senders wait longer. */
const deadlineMs = 3_000;
/** Certificates that are kept; a sender has one for each region. */
const mostKept = 50;
/** Milliseconds until a certificate that could not be fetched is asked for again. */
const retryAfter = 60_000;

type Verdict = 'genuine' | 'forged' | 'unknown';
interface KeptKey {
  /** Null: it could not be fetched. */
  readonly key: KeyObject | null;
  readonly until: string | null;
}

/** Checks the signatures of senders. Where a certificate can’t be fetched, the key of the integration alone counts: its alerts must not be lost. */
export class Signatures {
  private readonly kept = new Map<string, Promise<KeptKey>>();

  constructor(
    private readonly parts: Pick<ServerParts, 'clock' | 'troubles'>,
    private readonly outgoing: Pick<OutgoingHttp, 'get'>,
  ) {}

  async check({ text, signature, algorithm, certificate }: SignedMessage): Promise<Verdict> {
    if (algorithm === null) return 'forged';
    // at an address that is not known as its sender’s, as of another partition: never called
    if (certificate === null) return 'unknown';
    const key = await this.keyOf(certificate);
    if (!key) return 'unknown';
    return createVerify(algorithm).update(text, 'utf8').verify(key, signature, 'base64') ? 'genuine' : 'forged';
  }

  /** Calls an address of the sender; whether it said yes. */
  async confirm(url: string): Promise<boolean> {
    try {
      const { status } = await this.outgoing.get(url, { deadlineMs });
      return status >= 200 && status < 300;
    } catch (error) {
      this.parts.troubles.note('senders', error);
      return false;
    }
  }

  private async keyOf(certificate: string): Promise<KeyObject | null> {
    const kept = await this.kept.get(certificate);
    if (kept && (kept.until === null || kept.until > this.parts.clock.now())) return kept.key;
    const fetched = this.fetch(certificate);
    this.kept.delete(certificate);
    this.kept.set(certificate, fetched);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return (await fetched).key;
  }

  private async fetch(certificate: string): Promise<KeptKey> {
    try {
      const { status, body } = await this.outgoing.get(certificate, { deadlineMs });
      if (status !== 200) throw new Error(`the certificate of a sender was answered with ${status}`);
      return { key: new X509Certificate(body).publicKey, until: null };
    } catch (error) {
      this.parts.troubles.note('senders', error);
      return { key: null, until: addMillis(this.parts.clock.now(), retryAfter) };
    }
  }
}
