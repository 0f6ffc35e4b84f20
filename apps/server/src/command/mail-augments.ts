import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { TypedMailServer } from '@tocsin/contracts/mail-server.js';
import { mailServerKey } from '@tocsin/domain/mail-server/views.js';
import type { SmtpLogin } from '@tocsin/platform/mail/smtp-server.js';
import type { ServerParts } from '../core/server-parts.js';
import { storedLoginOf, loginText } from '../core/mail-server.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment } from './augmented.js';

type Place = Pick<TypedMailServer, 'host' | 'port' | 'security'>;

const isSamePlace = (a: Place, b: Place): boolean => a.host === b.host && a.port === b.port && a.security === b.security;

const missing = {
  path: 'password',
  code: 'mail_server.password_missing',
  message: 'Enter the password: the stored one is used only for the server and user name that it was entered for.',
};

/** A login that was typed, or the stored one. */
interface LoginOf {
  readonly login: SmtpLogin;
  /** Null when it was typed. */
  readonly keptRef: string | null;
}

/**
 * The login of the entered mail server; null when it needs none. Without a password, the stored login is used, but only for the same server,
 * connection type and user: otherwise the password would be sent elsewhere. Throws mail_server.password_missing.
 */
export const loginOf = (parts: Pick<ServerParts, 'reads' | 'vault'>, { user, password, ...place }: TypedMailServer): LoginOf | null => {
  if (user === null) return null;
  if (password !== undefined) return { login: { user, password }, keptRef: null };
  const row = parts.reads.mailServer.get(mailServerKey);
  const login = row && isSamePlace(row, place) ? storedLoginOf(parts, row.loginRef) : null;
  if (login?.user !== user) throw new HttpProblem('mail_server.password_missing', {}, [missing]);
  return { login, keptRef: row!.loginRef };
};

const configure: Augment<'ConfigureMailServer'> = (typed, { parts, secrets, commandId }) => {
  const { user: _user, password: _password, ...server } = typed;
  const found = loginOf(parts, typed);
  const loginRef = found ? (found.keptRef ?? `mail-login:${commandId}`) : null;
  if (found && found.keptRef === null) secrets.put(loginRef!, loginText(found.login));
  return { data: { ...server, loginRef, keepsLogin: found !== null && found.keptRef !== null }, says: {} };
};

export const mailAugments: { readonly [T in CommandType]?: Augment<T> } = { ConfigureMailServer: configure };
