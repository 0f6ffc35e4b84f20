import { z } from 'zod';
import { organisationKey } from '@tocsin/contracts/organisation/noun.js';
import { mailServerKey } from '@tocsin/domain/setup/mail-server/views.js';
import { parseSmtpServer, smtpServerOf, type SmtpLogin, type SmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import type { ServerParts } from './server-parts.js';

const storedLogin = z.object({ user: z.string(), password: z.string() });

/** User name and password of a mail server, as the vault keeps them under one reference. */
export const loginText = (login: SmtpLogin): string => JSON.stringify(login);
export const storedLoginOf = ({ vault }: Pick<ServerParts, 'vault'>, ref: string | null): SmtpLogin | null => {
  const text = ref === null ? null : vault.secret(ref);
  return text === null ? null : storedLogin.parse(JSON.parse(text));
};

export const hasMailServer = ({ config, reads }: Pick<ServerParts, 'config' | 'reads'>): boolean =>
  config.smtpUrl !== null || reads.mailServer.get(mailServerKey) !== undefined;

/** Whether mails that come back are handed over: one was. */
export const seesBounces = ({ reads }: Pick<ServerParts, 'reads'>): boolean => reads.mailBounces.get(mailServerKey) !== undefined;

/** The mail server in use: from the environment, otherwise from the settings; null when there is none. */
export const mailServerOf = (parts: Pick<ServerParts, 'config' | 'reads' | 'vault'>): SmtpServer | null => {
  const { smtpUrl, mailFrom, url } = parts.config;
  if (smtpUrl !== null) return parseSmtpServer(smtpUrl, mailFrom, url ?? parts.reads.organisation.get(organisationKey)?.url ?? null);
  const row = parts.reads.mailServer.get(mailServerKey);
  return row ? smtpServerOf({ ...row, from: mailFrom ?? row.from }, storedLoginOf(parts, row.loginRef)) : null;
};
