import type { MailServerFact } from '@tocsin/contracts/mail-server.js';
import { sameFor, type InputsOf } from '../inputs.js';
import type { MailServerCommand } from './decider.js';

const same = sameFor<MailServerCommand>();

export const inputs: InputsOf<MailServerFact, MailServerCommand> = {
  MailServerConfigured: (data) => ({ type: 'ConfigureMailServer', data: { ...data, keepsLogin: false } }),
  MailServerRemoved: same('RemoveMailServer'),
};
