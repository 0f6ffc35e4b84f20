import { OutgoingFailed, type OutgoingReason } from '../http/outgoing-failed.js';
import type { MailTrouble } from './mail-errors.js';

export class MailFailed extends OutgoingFailed {
  constructor(
    reason: OutgoingReason,
    detail: string,
    retry: boolean,
    /** Null: the time was up, or the caller gave up, at an unknown step. */
    readonly trouble: MailTrouble | null,
  ) {
    super(reason, detail, retry);
  }

  /** Whether the failure would affect every mail, not just one recipient or message. */
  get isOfServer(): boolean {
    const { step, fault } = this.trouble ?? {};
    if (fault === 'unconfirmed') return true;
    return this.reason !== 'delivery.outcome_unknown' && step !== 'recipient' && step !== 'message';
  }
}
