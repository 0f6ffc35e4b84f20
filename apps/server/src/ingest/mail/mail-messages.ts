export interface MailAnswered {
  readonly id: string;
  /** Message-IDs of what it answers, the nearest first. */
  readonly to: readonly string[];
  /** Written by a program, or sent by a list. */
  readonly isByProgram: boolean;
}

/** A mail, as far as it is read: texts are cut. */
export interface ReadMail {
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  /** Absent: it answers no mail. */
  readonly answers?: MailAnswered;
}

/** What the SMTP server asks the rest of Tocsin. `address`: of the client. */
export type MailQuestion =
  | { readonly ask: 'recipient'; readonly key: string; readonly address: string }
  | { readonly ask: 'mail'; readonly key: string; readonly address: string; readonly mail: ReadMail };

/** In the terms of SMTP. */
export interface MailAnswer {
  readonly code: number;
  readonly says: string;
}

/** Takes replies to mails about pages. */
export interface ReplyDoor {
  /** Whether what stands before the @ is the address of a reply. */
  readonly isFor: (key: string) => boolean;
  readonly take: (key: string, mail: ReadMail) => Promise<MailAnswer>;
}

export type AskAboutMail = (question: MailQuestion) => Promise<MailAnswer>;

export interface MailDoorOptions {
  readonly port: number;
  readonly host: string;
  /** In PEM; null: STARTTLS is not offered. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
}

export const isAccepted = ({ code }: MailAnswer): boolean => code < 300;
/** The sender tries again. */
export const isTemporary = ({ code }: MailAnswer): boolean => code >= 400 && code < 500;
