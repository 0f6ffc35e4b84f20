import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { BackupFact, BackupsRow, commands as backupCommands } from '@tocsin/contracts/backups/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { type InputsOf } from '../../inputs.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { requirePermission } from '../../rules/settings-checks.js';
import { backupsFold, backupsKey } from './views.js';

/** The server has stored the secret key in the vault, or the command keeps the existing one. */
export interface ConfigureBackups {
  readonly type: 'ConfigureBackups';
  readonly data: Omit<FactOf<'BackupsConfigured'>, 'endedRef'> & { readonly keepsSecret: boolean };
}

export type BackupCommand = ConfigureBackups | Extract<Messages<typeof backupCommands>, { type: 'TurnOffBackups' }>;
export type BackupState = BackupsRow | null;

const may = requirePermission('backups.configure', 'an owner or admin');

/** The vault no longer needs the secret of before. */
const endedBy = (state: BackupState, secretRef: string | null) =>
  state?.secretRef && state.secretRef !== secretRef ? { endedRef: state.secretRef } : {};

/** Where the history is backed up: the stream `backups`. */
export const backupsDecider: Decider<BackupState, BackupCommand, BackupFact, ConfigurationReads> = {
  category: 'backups',
  isSingle: true,
  initial: null,
  streamId: { ConfigureBackups: () => backupsKey, TurnOffBackups: () => backupsKey },
  decide: {
    ConfigureBackups: ({ keepsSecret, ...data }, state, context) => {
      const refusal = may({ context });
      if (refusal) return refusal;
      // another destination was set meanwhile, and the secret to keep is gone
      if (keepsSecret && data.secretRef !== state?.secretRef) return refuse('backups.secret_missing', {}, 'secret');
      if (state && hasSameSettings(state, data)) return new Nothing();
      return [{ type: 'BackupsConfigured', data: { ...data, ...endedBy(state, data.secretRef) } }];
    },
    TurnOffBackups: (_data, state, context) => {
      const refusal = may({ context });
      if (refusal) return refusal;
      return state === null ? new Nothing() : [{ type: 'BackupsTurnedOff', data: endedBy(state, null) }];
    },
  },
  evolve: evolveOf<BackupState, BackupsRow, BackupFact>(
    backupsFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};

export const inputs: InputsOf<BackupFact, BackupCommand> = {
  BackupsConfigured: ({ endedRef: _ended, ...data }) => ({ type: 'ConfigureBackups', data: { ...data, keepsSecret: false } }),
  BackupsTurnedOff: () => ({ type: 'TurnOffBackups', data: {} }),
};
