import { duration } from '@tocsin/contracts/duration.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import {
  Channel,
  outcomeOf,
  type ContactMethodAddress,
  type ChannelOutcome,
  type PageMessage,
  type Preview,
  type VerificationMessage,
  type BundleMessage,
} from './channel.js';
import { pageHtml, verificationHtml, verificationSubject, verificationText, bundleHtml } from './mail-html.js';
import { bundleMailId, codeMailId, pageMailId } from './mail-ids.js';
import { button, pageText, subject } from './wording.js';
import { bundleButton, bundleSubject, bundleText } from './bundle-wording.js';

/** Stops auto-replies: one header for RFC 3834, one for Exchange. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** A code is tried a few times only: with this pause for longer than a server that greylists puts it off, usually 5 minutes. */
const greylistingPause = 75 * duration.second;

/** Sends mails through the configured server. `sent` only means that the mail server accepted the mail: more is not known. */
export class EmailChannel extends Channel {
  readonly kind = 'email';
  constructor(private readonly mailer: Mailer) {
    super();
  }

  async deliver(message: PageMessage, method: ContactMethodAddress, deadlineMs: number, signal?: AbortSignal): Promise<ChannelOutcome> {
    const host = new URL(message.link).hostname;
    const thread = `<group-${message.groupId}@${host}>`;
    return this.send({
      to: method.address,
      subject: subject(message),
      text: pageText(message),
      html: pageHtml(message),
      idLeft: pageMailId(message, method.contactMethodId),
      headers: {
        ...automatic,
        'X-Tocsin-Group': message.groupId,
        // all mails about one group reply to the same message id, which was never sent: mail programs then show them as one
        // conversation
        References: thread,
        'In-Reply-To': thread,
        ...(message.urgency === 'high' && !message.quiet ? { Importance: 'high', 'X-Priority': '1' } : {}),
      },
      deadlineMs,
      ...(signal ? { signal } : {}),
    });
  }

  previewBundle(message: BundleMessage): Preview {
    return { title: bundleSubject(message), text: bundleText(message), isJson: false, acts: [bundleButton(message).label] };
  }

  async deliverBundle(
    message: BundleMessage,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    return this.send({
      to: method.address,
      subject: bundleSubject(message),
      text: bundleText(message),
      html: bundleHtml(message),
      idLeft: bundleMailId(message, method.contactMethodId),
      headers: { ...automatic, ...(message.urgency === 'high' && !message.quiet ? { Importance: 'high', 'X-Priority': '1' } : {}) },
      deadlineMs,
      ...(signal ? { signal } : {}),
    });
  }

  override async verify(
    message: VerificationMessage,
    method: ContactMethodAddress,
    deadlineMs: number,
    signal?: AbortSignal,
  ): Promise<ChannelOutcome> {
    const outcome = await this.send({
      to: method.address,
      subject: verificationSubject(message),
      text: verificationText(message),
      html: verificationHtml(message),
      idLeft: codeMailId(message),
      headers: automatic,
      deadlineMs,
      ...(signal ? { signal } : {}),
    });
    const isPutOff = !outcome.ok && outcome.retry && outcome.reason === 'delivery.provider_rejected';
    return isPutOff ? { ...outcome, retryAfter: greylistingPause } : outcome;
  }

  preview(message: PageMessage): Preview {
    return { title: subject(message), text: pageText(message), isJson: false, acts: [button(message).label] };
  }

  private async send(mail: Parameters<Mailer['send']>[0]): Promise<ChannelOutcome> {
    return outcomeOf(async () => ({ ok: true, state: 'sent', providerId: (await this.mailer.send(mail)).providerId }));
  }
}
