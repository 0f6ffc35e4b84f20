import type { CommandType } from '@tocsin/contracts/catalogue.js';
import type { TypedMailServer } from '@tocsin/contracts/mail-server/noun.js';
import { mailServerKey } from '@tocsin/domain/setup/mail-server/views.js';
import type { SmtpLogin } from '@tocsin/platform/mail/smtp-server.js';
import type { ServerParts } from '../core/server-parts.js';
import { storedLoginOf, loginText } from '../core/mail-server.js';
import { HttpProblem } from '../problems/problem.js';
import type { Augment } from './augmentation.js';

type MailServerPlace = Pick<TypedMailServer, 'host' | 'port' | 'security'>;

const isSamePlace = (a: MailServerPlace, b: MailServerPlace): boolean =>
  a.host === b.host && a.port === b.port && a.security === b.security;

const incompleteLogin = {
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
  if (login?.user !== user) throw new HttpProblem('mail_server.password_missing', {}, [incompleteLogin]);
  return { login, keptRef: row!.loginRef };
};

const configure: Augment<'ConfigureMailServer'> = (settings, { parts, secrets, commandId }) => {
  const { user: _user, password: _password, ...server } = settings;
  const ownLogin = loginOf(parts, settings);
  const loginRef = ownLogin ? (ownLogin.keptRef ?? `mail-login:${commandId}`) : null;
  if (ownLogin && ownLogin.keptRef === null) secrets.put(loginRef!, loginText(ownLogin.login));
  return { data: { ...server, loginRef, keepsLogin: ownLogin !== null && ownLogin.keptRef !== null }, says: {} };
};

export const mailAugments: { readonly [T in CommandType]?: Augment<T> } = { ConfigureMailServer: configure };
