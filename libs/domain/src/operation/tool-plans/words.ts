import type { PlannedAct, RecordedAct } from '@tocsin/contracts/tool-plans/noun.js';
import type { OpenGroup } from '../alert-groups/shared/reads.js';

const noLongerPaged = ({ pages }: OpenGroup): string => {
  const count = new Set(pages.flatMap(({ state, quiet, personId }) => (state === 'running' && !quiet ? [personId] : []))).size;
  if (count === 0) return 'Nobody is being paged for it.';
  return count === 1 ? '1 person is no longer paged for it.' : `${count} people are no longer paged for it.`;
};

type Words = { readonly [T in PlannedAct['tool']]: (group: OpenGroup, act: Extract<PlannedAct | RecordedAct, { tool: T }>) => string };

const words: Words = {
  acknowledge_alert_group: (group) => `Acknowledge #${group.number}: its escalation stops. ${noLongerPaged(group)}`,
  snooze_alert_group: (group, { minutes }) =>
    `Snooze #${group.number} for ${minutes} min: its escalation stops until then. ${noLongerPaged(group)}`,
  add_note: ({ number }) => `Write a note on #${number}. Nobody is paged or told.`,
  resolve_alert_group: (group) => `Resolve #${group.number}: its escalation ends, and who was paged is told. ${noLongerPaged(group)}`,
};

/** What would happen: in our words alone, for a program reads them and a person approves them. */
export const planWords = (act: PlannedAct | RecordedAct, group: OpenGroup): string => words[act.tool](group, act as never);
