export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The Message-ID to the left of its @, at most 200 characters of letters, digits, dots and dashes; the sender’s domain is to the right. Generated when
   * absent.
   */
  readonly idLeft?: string;
  /** Milliseconds for everything, from resolving the server’s name to its last answer. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export abstract class Mailer {
  /** False when mail is not configured; `send` then fails. */
  abstract readonly isConfigured: boolean;
  /**
   * Resolves once the server has accepted the message; `providerId`: its Message-ID with angle brackets. Throws `OutgoingFailed`, whose detail contains
   * no address and no password.
   */
  abstract send(mail: Mail): Promise<{ readonly providerId: string }>;
}
