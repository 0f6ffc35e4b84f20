import type { AlertGroupFact } from '@tocsin/contracts/alert-groups.js';
import type { Decider } from '@tocsin/kernel/decide/decider.js';
import type { AlertGroupCommand } from './commands.js';
import { internalActs } from './decide-internal.js';
import { timerActs } from './decide-timers.js';
import { personActs } from './decide-person.js';
import type { GroupReads } from './shared/reads.js';
import { evolveAlertGroup } from './evolve.js';
import { beginning, type AlertGroupState } from './state.js';

const byGroup = ({ groupId }: { readonly groupId: string }): string => groupId;

const decide: Decider<AlertGroupState, AlertGroupCommand, AlertGroupFact, GroupReads>['decide'] = {
  ...personActs,
  ...internalActs,
  ...timerActs,
};

/** The group, its escalation, its pages and their attempts: one stream, so that an attempt after an acknowledge is a conflict. */
export const alertGroupDecider: Decider<AlertGroupState, AlertGroupCommand, AlertGroupFact, GroupReads> = {
  category: 'alertGroup',
  initial: beginning,
  correlation: (state, [first]) => {
    if (state.status !== 'none') return state.correlationId;
    return first?.type === 'AlertGroupOpened' && first.data.origin.kind === 'signal' ? first.data.origin.signal.eventId : undefined;
  },
  // whoever is picked in turn is picked after whom another group picked last
  sequence: (facts) => {
    const picking = facts.find((fact) => fact.type === 'EscalationStepTaken' && fact.data.picked !== undefined);
    return picking?.type === 'EscalationStepTaken' ? picking.data.stepId : undefined;
  },
  streamId: Object.fromEntries(Object.keys(decide).map((type) => [type, byGroup])) as unknown as Decider<
    AlertGroupState,
    AlertGroupCommand,
    AlertGroupFact,
    GroupReads
  >['streamId'],
  decide,
  evolve: evolveAlertGroup,
};
