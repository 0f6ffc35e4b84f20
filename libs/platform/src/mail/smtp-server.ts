/** How the connection to a mail server is made safe: not at all, after the greeting, or from the first byte. */
export type SmtpSecurity = 'none' | 'starttls' | 'tls';

export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** A server that takes mail, as nodemailer is told of it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Null: an address in the operator’s own words says it. */
  readonly security: SmtpSecurity | null;
  readonly user: string | null;
  /** `Tocsin <tocsin@example.org>`: the sender of every mail. */
  readonly from: string;
  readonly connection:
    | { readonly url: string }
    | {
        readonly host: string;
        readonly port: number;
        readonly secure: boolean;
        readonly requireTLS: boolean;
        readonly ignoreTLS: boolean;
        readonly auth?: { readonly user: string; readonly pass: string };
      };
}

const senderAt = (host: string): string => `Tocsin <tocsin@${host}>`;

/**
 * Of TOCSIN_SMTP_URL, `smtp://user:password@host:port` or `smtps://…`, and TOCSIN_MAIL_FROM; null: mail is not set up by them. Throws a sentence
 * without the password in it when the address can’t be read.
 */
export const smtpServerAt = (address: string | null, from: string | null): SmtpServer | null => {
  const url = address?.trim() ?? '';
  if (url === '') return null;
  const parsed = URL.parse(url);
  const user = parsed && decoded(parsed.username);
  if (!parsed || user === null || !/^smtps?:$/.test(parsed.protocol)) {
    throw new Error('TOCSIN_SMTP_URL can’t be read. Use for example smtp://user:password@mail.example.org:587.');
  }
  const { hostname: host, protocol, port } = parsed;
  return {
    host,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    security: null,
    user: user || null,
    from: from?.trim() || senderAt(host || 'localhost'),
    connection: { url },
  };
};

/** Null where a percent sign stands for itself. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Of what was typed on a screen. STARTTLS is required where it is chosen: a server that does not offer it is told neither login nor mail. */
export const smtpServerOf = (
  typed: { readonly host: string; readonly port: number; readonly security: SmtpSecurity; readonly from: string },
  login: SmtpLogin | null,
): SmtpServer => {
  const { host, port, security, from } = typed;
  const [secure, requireTLS, ignoreTLS] = [security === 'tls', security === 'starttls', security === 'none'];
  const auth = login ? { auth: { user: login.user, pass: login.password } } : {};
  return { host, port, security, user: login?.user ?? null, from, connection: { host, port, secure, requireTLS, ignoreTLS, ...auth } };
};
