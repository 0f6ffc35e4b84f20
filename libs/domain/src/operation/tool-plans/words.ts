import type { PlannedAct, RecordedAct, ToolPlanRow } from '@tocsin/contracts/tool-plans/noun.js';
import type { OpenGroup } from '../alert-groups/shared/reads.js';

type Token = ToolPlanRow['token'];

const noLongerPaged = ({ pages }: OpenGroup): string => {
  const count = new Set(pages.flatMap(({ state, quiet, personId }) => (state === 'running' && !quiet ? [personId] : []))).size;
  if (count === 0) return 'Nobody is being paged for it.';
  return count === 1 ? '1 person is no longer paged for it.' : `${count} people are no longer paged for it.`;
};

/** Whether somebody has it, other than the program or the person of its token. */
export const isHeldByOthers = (group: OpenGroup, { id, personId }: Token): boolean => {
  if (group.status !== 'acknowledged') return false;
  const { holder } = group;
  if (holder.kind === 'person') return holder.personId !== personId;
  return holder.kind === 'sender' || personId !== null || holder.tokenId !== id;
};

/** Who has it then. No name: the log keeps these words. */
const holderThen = (group: OpenGroup, token: Token): string => {
  const who = token.personId === null ? 'the program' : 'the person of its token';
  return `Then ${who} has it${isHeldByOthers(group, token) ? ', instead of who has it now' : ''}.`;
};

/** An acknowledged one keeps its holder, unless the person of the token was asked to take it over. */
const acknowledgeWords = (group: OpenGroup, token: Token): string => {
  const isKept = group.status === 'acknowledged' && !group.snooze && group.reassigning?.personId !== (token.personId ?? '');
  if (isKept) return `Acknowledge #${group.number}, too: who has it now keeps it.`;
  return `Acknowledge #${group.number}: its escalation stops. ${holderThen(group, token)} ${noLongerPaged(group)}`;
};

type Words = {
  readonly [T in PlannedAct['tool']]: (group: OpenGroup, act: Extract<PlannedAct | RecordedAct, { tool: T }>, token: Token) => string;
};

const words: Words = {
  acknowledge_alert_group: (group, _act, token) => acknowledgeWords(group, token),
  snooze_alert_group: (group, { minutes }, token) =>
    `Snooze #${group.number} for ${minutes} min: its escalation stops until then. ${holderThen(group, token)} ${noLongerPaged(group)}`,
  add_note: ({ number }) => `Write a note on #${number}. Nobody is paged or told.`,
  resolve_alert_group: (group) => `Resolve #${group.number}: its escalation ends, and who was paged is told. ${noLongerPaged(group)}`,
};

/** What would happen: in our words alone, for a program reads them and a person approves them. */
export const planWords = (act: PlannedAct | RecordedAct, group: OpenGroup, token: Token): string =>
  words[act.tool](group, act as never, token);
