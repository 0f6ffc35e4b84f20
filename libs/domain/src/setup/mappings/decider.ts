import type { Messages } from '@tocsin/contracts/message.js';
import type { commands, MappingFact, MappingFields, MappingRow } from '@tocsin/contracts/mappings/noun.js';
import type { DataOf, Decider, Decision } from '@tocsin/kernel/decide/decider.js';
import { Nothing, type Refusal } from '@tocsin/kernel/decide/refusal.js';
import type { ConfigurationContext, ConfigurationReads } from '../../reads.js';
import { canConfigureTeam, refusePermission } from '../../rules/permissions.js';
import { refuse } from '../../rules/refuse.js';
import { evolveOf } from '../../rules/row-fold.js';
import { hasSameSettings } from '../../rules/same-settings.js';
import { compileExpression } from './shared/compile.js';
import { mappingFold } from './views.js';

type State = MappingRow | null;
export type MappingCommand = Messages<typeof commands>;

const refuseExpressions = (fields: MappingFields): Refusal | null => {
  for (const [field, text] of Object.entries(fields)) {
    const compiled = compileExpression(text);
    if ('problem' in compiled) return refuse('mapping.expression_invalid', { field, reason: compiled.problem }, `fields.${field}`);
  }
  return null;
};

const change = (data: DataOf<MappingCommand, 'ChangeMapping'>, state: State, context: ConfigurationContext): Decision<MappingFact> => {
  const { teamId, integrationId, version, fields } = data;
  if (!canConfigureTeam(context, teamId)) return refusePermission('an owner, an admin or a manager of the team');
  const integration = context.reads.integrations.get(integrationId);
  if (integration?.teamId !== teamId) return refuse('integration.not_found', {}, 'integrationId');
  if (integration.kind !== 'generic') return refuse('mapping.other_kind', {}, 'integrationId');
  const before = state?.version ?? 0;
  if (hasSameSettings(state ?? { fields: {} }, { fields })) return new Nothing({ version: before });
  if (version !== before) return refuse('conflict.revision', { name: integration.name });
  return refuseExpressions(fields) ?? [{ type: 'MappingChanged', data: { teamId, integrationId, version: before + 1, fields } }];
};

/** A stream for each integration: its mapping is saved as a whole. */
export const mappingsDecider: Decider<State, MappingCommand, MappingFact, ConfigurationReads> = {
  category: 'mapping',
  initial: null,
  streamId: { ChangeMapping: ({ integrationId }) => integrationId },
  decide: { ChangeMapping: change },
  evolve: evolveOf<State, MappingRow, MappingFact>(
    mappingFold,
    (state) => state ?? undefined,
    (_state, _id, row) => row,
  ),
};
