import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { commands, SideBySideFact } from '@tocsin/contracts/side-by-side/noun.js';
import type { Messages } from '@tocsin/contracts/message.js';
import { whoMayEverywhere } from '@tocsin/contracts/who-may.js';
import type { Context, Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { RefusalCode } from '@tocsin/contracts/refusals.js';
import { sameFor, type InputsOf } from '../../inputs.js';
import type { ConfigurationReads } from '../../reads.js';
import { refuse } from '../../rules/refuse.js';
import { hasOrganisationPermission, refusePermission } from '../../rules/permissions.js';

interface Connected {
  readonly host: string;
  readonly tokenRef: string;
  readonly readUpTo: string;
  /** Why it could not be read; null: it could. */
  readonly why: string | null;
}

/** The server has stored address and token in the vault. */
type SideBySideCommand =
  | { readonly type: 'ConnectOldSystem'; readonly data: Omit<FactOf<'OldSystemConnected'>, 'endedRef'> }
  | Extract<Messages<typeof commands>, { type: 'DisconnectOldSystem' }>
  | { readonly type: 'RecordOldSystemRead'; readonly data: FactOf<'OldSystemRead'> }
  | { readonly type: 'RecordOldSystemNotRead'; readonly data: FactOf<'OldSystemNotRead'> };

const mayNot = (context: Context<ConfigurationReads>): Refusal<RefusalCode> | null =>
  hasOrganisationPermission(context, 'import.manage')
    ? null
    : refusePermission(whoMayEverywhere('import.manage', 'a token of the organisation'));

const id = ({ system }: { readonly system: string }): string => system;

/** The stream `oldSystem-<system>`: what is read there is recorded, never decided; each stretch of time once. */
export const oldSystemDecider: Decider<Connected | null, SideBySideCommand, SideBySideFact, ConfigurationReads> = {
  category: 'oldSystem',
  initial: null,
  streamId: { ConnectOldSystem: id, DisconnectOldSystem: id, RecordOldSystemRead: id, RecordOldSystemNotRead: id },
  // read every few minutes: its stream is not read from its start for each
  readKnownState: ({ oldSystems }, system) => {
    const row = oldSystems.get(system);
    return (
      row && {
        revision: row.revision,
        state: { host: row.host, tokenRef: row.tokenRef, readUpTo: row.readUpTo, why: row.failing?.why ?? null },
      }
    );
  },
  decide: {
    ConnectOldSystem: (data, state, context) =>
      mayNot(context) ?? [{ type: 'OldSystemConnected', data: { ...data, ...(state ? { endedRef: state.tokenRef } : {}) } }],
    DisconnectOldSystem: ({ system }, state, context) =>
      mayNot(context) ??
      (state ? [{ type: 'OldSystemDisconnected', data: { system, endedRef: state.tokenRef } }] : refuse('old_system.not_connected')),
    // what was read under a clock that stood ahead is read again
    RecordOldSystemRead: (data, state, { now }) => {
      if (state === null || data.to <= data.from) return new Nothing();
      const isAgain = state.readUpTo > now && data.to <= now;
      return data.from === state.readUpTo || isAgain ? [{ type: 'OldSystemRead', data }] : new Nothing();
    },
    RecordOldSystemNotRead: (data, state) =>
      state === null || data.why === state.why ? new Nothing() : [{ type: 'OldSystemNotRead', data }],
  },
  evolve: {
    OldSystemConnected: (state, { host, tokenRef }, { at }) => ({ host, tokenRef, readUpTo: state?.readUpTo ?? at, why: null }),
    OldSystemRead: (state, { to: readUpTo }) => state && { ...state, readUpTo, why: null },
    OldSystemNotRead: (state, { why }) => state && { ...state, why },
    OldSystemDisconnected: () => null,
  },
};

const sameInput = sameFor<SideBySideCommand>();

export const inputs: InputsOf<SideBySideFact, SideBySideCommand> = {
  OldSystemConnected: ({ endedRef: _, ...data }) => ({ type: 'ConnectOldSystem', data }),
  OldSystemDisconnected: ({ system }) => ({ type: 'DisconnectOldSystem', data: { system } }),
  OldSystemRead: sameInput('RecordOldSystemRead'),
  OldSystemNotRead: sameInput('RecordOldSystemNotRead'),
};
