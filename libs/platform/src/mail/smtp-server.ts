import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** After the greeting (`starttls`), or from the first byte (`tls`). */
export type SmtpSecurity = 'none' | 'starttls' | 'tls';

export interface SmtpLogin {
  readonly user: string;
  readonly password: string;
}

/** In the form that nodemailer needs. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Null when the operator’s URL defines it. */
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

/** In ASCII. */
export const senderDomainOf = ({ from }: Pick<SmtpServer, 'from'>): string => {
  const domain = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return domain.startsWith('[') ? domain : domainToASCII(domain) || domain;
};

const bareHost = (host: string): string => host.replace(/^\[|\]$/g, '');
const isName = (host: string): boolean => host !== '' && isIP(bareHost(host)) === 0;

const hostOf = (url: string | null): string => (url === null ? '' : (URL.parse(url)?.hostname ?? ''));

/** A domain that other mail servers accept: the mail server’s name, or else that of the public address; null where both are IP addresses. */
const defaultDomain = (host: string, publicUrl: string | null): string | null => [host, hostOf(publicUrl)].find(isName) ?? null;

/** The literal of an IP address (RFC 5321, 4.1.3), for want of a name: not every mail server accepts it. */
const addressLiteral = (host: string): string => (isIP(bareHost(host)) === 6 ? `[IPv6:${bareHost(host)}]` : `[${host}]`);

const defaultSender = (host: string, publicUrl: string | null): string =>
  `Tocsin <tocsin@${defaultDomain(host, publicUrl) ?? addressLiteral(host)}>`;

const senderOf = (from: string | null, host: string, publicUrl: string | null): string =>
  from?.trim() || defaultSender(host || 'localhost', publicUrl);

/** Whether mails have no sender that other mail servers accept: none is set, and neither the mail server nor the public address has a name. */
export const lacksSender = (address: string | null, from: string | null, publicUrl: string): boolean =>
  address !== null && !from?.trim() && defaultDomain(hostOf(address) || 'localhost', publicUrl) === null;

/**
 * The server from TOCSIN_SMTP_URL, `smtp://user:password@host:port` or `smtps://…`, and TOCSIN_MAIL_FROM; null when they are not set. `publicUrl`: the
 * address of this Tocsin, null while it is unknown. Throws a sentence, without the password, when the URL can’t be parsed.
 */
export const parseSmtpServer = (address: string | null, from: string | null, publicUrl: string | null = null): SmtpServer | null => {
  const url = address?.trim() ?? '';
  if (url === '') return null;
  const parsedUrl = URL.parse(url);
  const user = parsedUrl && decodeText(parsedUrl.username);
  if (!parsedUrl || user === null || !/^smtps?:$/.test(parsedUrl.protocol)) {
    throw new Error('TOCSIN_SMTP_URL can’t be read. Use for example smtp://user:password@mail.example.org:587.');
  }
  const { hostname: host, protocol, port } = parsedUrl;
  return {
    host,
    port: Number(port) || (protocol === 'smtps:' ? 465 : 587),
    security: null,
    user: user || null,
    from: senderOf(from, host, publicUrl),
    connection: { url },
  };
};

/** Null when a percent sign is not part of an escape. */
const decodeText = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** If STARTTLS is chosen it is required: a server that does not offer it gets neither login nor mail. */
export const smtpServerOf = (
  settings: { readonly host: string; readonly port: number; readonly security: SmtpSecurity; readonly from: string },
  login: SmtpLogin | null,
): SmtpServer => {
  const { host, port, security, from } = settings;
  const [secure, requireTLS, ignoreTLS] = [security === 'tls', security === 'starttls', security === 'none'];
  const auth = login ? { auth: { user: login.user, pass: login.password } } : {};
  return { host, port, security, user: login?.user ?? null, from, connection: { host, port, secure, requireTLS, ignoreTLS, ...auth } };
};
