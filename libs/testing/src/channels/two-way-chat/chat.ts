import { createHmac } from 'node:crypto';
import { Phone } from '../../fakes/phone.js';

/** A press or a typed answer below one message of the chat. */
export interface ChatEvent {
  readonly secret: string;
  readonly receipt?: { readonly attemptId: string; readonly receipt: 'delivered' | 'read' };
  readonly press?: 'acknowledge' | 'answer';
  readonly text?: string;
}

export interface ChatAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * A chat that gets pages by webhook and sends back what its user does, as Slack does: a form with JSON in it, signed over the bytes. Its servers know no
 * session, only the door’s address and the signing secret.
 */
export class TwoWayChat {
  private constructor(
    readonly phone: Phone,
    private readonly signingSecret: string,
    private readonly now: () => number,
  ) {}

  /** `now`: seconds since 1970, by which it signs. */
  static async start(signingSecret: string, now: () => number): Promise<TwoWayChat> {
    return new TwoWayChat(await Phone.start(), signingSecret, now);
  }

  /** The secret in the link of its newest message, and the attempt that brought it. */
  newest(): { readonly secret: string; readonly attemptId: string } {
    const { link, id } = this.phone.pages.at(-1)!;
    return { secret: link.split('/').at(-1)!, attemptId: id };
  }

  /** Tells the door what its user did. `signedBy`: another secret than its own. */
  async send(door: string, events: readonly ChatEvent[], signedBy = this.signingSecret): Promise<ChatAnswer> {
    return this.post(door, new URLSearchParams({ payload: JSON.stringify({ events }) }).toString(), signedBy);
  }

  /** A body of any kind, rightly signed. */
  async post(door: string, body: string, signedBy = this.signingSecret): Promise<ChatAnswer> {
    const timestamp = String(Math.floor(this.now()));
    const response = await fetch(door, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Slack-Request-Timestamp': timestamp,
        'X-Slack-Signature': `v0=${createHmac('sha256', signedBy).update(`v0:${timestamp}:${body}`).digest('hex')}`,
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  }

  async close(): Promise<void> {
    await this.phone.close();
  }
}
