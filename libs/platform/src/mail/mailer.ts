export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** With the angle brackets. The provider’s word for this message; one is made up when it is left out. */
  readonly messageId?: string;
  /** Milliseconds for everything, from looking the server up to its last word. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** Hands mail to somebody who delivers it. */
export abstract class Mailer {
  /** False: nothing can be sent, and `send` says so. */
  abstract readonly configured: boolean;
  /** Resolves once the server has taken the message. Throws `OutgoingFailed`, whose detail holds no address and no password. */
  abstract send(mail: Mail): Promise<{ readonly providerId: string }>;
}
