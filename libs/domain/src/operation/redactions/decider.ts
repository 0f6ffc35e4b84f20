import { isRedactable, type RedactionFact } from '@tocsin/contracts/redactions/noun.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import { Nothing } from '@tocsin/kernel/decide/refusal.js';
import { refusePermission, hasOrganisationPermission } from '../../rules/permissions.js';
import type { ConfigurationReads } from '../../reads.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { Inputs } from '@tocsin/kernel/registry.js';
import { refuse } from '../../rules/refuse.js';

/** The server adds the stream to what a person sends. */
export interface RedactionCommand {
  readonly type: 'RedactText';
  readonly data: FactOf<'TextRedacted'>;
}
type State = ReadonlySet<string>;

const nameOf = ({ ordinal, path }: RedactionFact['data']): string => JSON.stringify([ordinal, ...path]);

/** Redacted texts: the stream `redactions`. The server checks beforehand that the text exists. */
export const redactionsDecider: Decider<State, RedactionCommand, RedactionFact, ConfigurationReads> = {
  category: 'redactions',
  isSingle: true,
  initial: new Set(),
  streamId: { RedactText: () => '' },
  decide: {
    RedactText: (data, state, context) => {
      if (!hasOrganisationPermission(context, 'person.erase')) return refusePermission('an owner or an admin');
      if (!isRedactable(data.path)) return refuse('redaction.not_text');
      return state.has(nameOf(data)) ? new Nothing() : [{ type: 'TextRedacted', data }];
    },
  },
  evolve: { TextRedacted: (state, data) => new Set([...state, nameOf(data)]) },
};

export const inputs: Inputs = {
  TextRedacted: (data: FactOf<'TextRedacted'>) => ({ type: 'RedactText', data }),
};
