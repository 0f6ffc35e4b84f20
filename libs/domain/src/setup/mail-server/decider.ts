import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { MailServerFact, MailServerRow, commands as mailServerCommands } from '@tocsin/contracts/mail-server/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, isOwner } from '../../rules/permissions.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import { mailServerFold, mailServerKey } from './views.js';

/** The server has stored user name and password in the vault, or the command keeps the existing ones. */
export interface ConfigureMailServer {
  readonly type: 'ConfigureMailServer';
  readonly data: FactOf<'MailServerConfigured'> & { readonly keepsLogin: boolean };
}

export type MailServerCommand = ConfigureMailServer | Extract<Messages<typeof mailServerCommands>, { type: 'RemoveMailServer' }>;
export type MailServerState = MailServerRow | null;

/**
 * The server by which mails are sent: the stream `mailServer`. Only owners set it, because its operator can read every
 * password reset link, an owner’s too.
 */
export const mailServerDecider: Decider<MailServerState, MailServerCommand, MailServerFact, ConfigurationReads> = {
  category: 'mailServer',
  isSingle: true,
  initial: null,
  streamId: { ConfigureMailServer: () => mailServerKey, RemoveMailServer: () => mailServerKey },
  decide: {
    ConfigureMailServer: ({ keepsLogin, ...data }, state, context) => {
      if (!isOwner(context)) return refusePermission('an owner');
      // another mail server was set meanwhile, and the login to keep is gone
      if (keepsLogin && data.loginRef !== state?.loginRef) return refuse('mail_server.password_missing', {}, 'password');
      return state && hasSameSettings(state, data) ? new Nothing() : [{ type: 'MailServerConfigured', data }];
    },
    RemoveMailServer: (_data, state, context) => {
      if (!isOwner(context)) return refusePermission('an owner');
      return state === null ? new Nothing() : [{ type: 'MailServerRemoved', data: {} }];
    },
  },
  evolve: evolveOf<MailServerState, MailServerRow, MailServerFact>(
    mailServerFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};

const sameInput = sameFor<MailServerCommand>();

export const inputs: InputsOf<MailServerFact, MailServerCommand> = {
  MailServerConfigured: (data) => ({ type: 'ConfigureMailServer', data: { ...data, keepsLogin: false } }),
  MailServerRemoved: sameInput('RemoveMailServer'),
};
