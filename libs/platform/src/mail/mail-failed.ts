import { OutgoingFailed, type OutgoingReason } from '../http/outgoing-failed.js';
import type { MailTrouble } from './mail-trouble.js';

/** A mail was not taken: an OutgoingFailed that knows how far it came. */
export class MailFailed extends OutgoingFailed {
  constructor(
    reason: OutgoingReason,
    detail: string,
    retry: boolean,
    /** Null: its time was up, or the caller gave up, somewhere on the way. */
    readonly trouble: MailTrouble | null,
  ) {
    super(reason, detail, retry);
  }

  /** What failed would fail for every mail: it is no one recipient or message that was refused. */
  get isOfServer(): boolean {
    const step = this.trouble?.step;
    return this.reason !== 'delivery.outcome_unknown' && step !== 'recipient' && step !== 'message';
  }
}
