import type { AlertGroupRow } from '@tocsin/contracts/alert-groups/rows.js';
import type { LadderRow } from '@tocsin/contracts/alert-groups/escalation.js';
import type { PolicyRow } from '@tocsin/contracts/policies/noun.js';
import { traitsOf } from '@tocsin/contracts/policies/targets.js';
import { serverNow } from '../../../data/time/clock.js';
import { clockTime } from '../../../data/time/times.js';
import type { Names } from '../../../data/words/names.js';
import { oneOfWords, targetWords } from '../../policies/shared/target-words.js';
import { capital } from '../../../data/words/capital.js';
import { inShort, listNames } from '../../../data/words/list-names.js';

/** The steps of a policy, or of one version of it. */
export interface PolicySteps {
  readonly steps: readonly PolicyRow['steps'][number][];
}

/** The assignee of an alert group, or who is notified next: the main sentence of the list and the group. */
export interface Responsibility {
  /** `alarm`: firing, and no one is being notified. */
  readonly tone: 'alarm' | 'ringing' | 'held' | 'muted' | 'done';
  readonly says: string;
  /** The next automatic action: “notifies Bo” at an instant. */
  readonly next: { readonly says: string; readonly at: string } | null;
}

type NextStep = Pick<PolicySteps['steps'][number], 'targets' | 'oneInTurn'>;

/** The step that is taken next; one without targets where that is no step of the policy. */
const nextOf = (next: LadderRow['next'], policy: PolicySteps | undefined): NextStep =>
  (typeof next?.step === 'number' && next.step > 0 && policy?.steps[next.step - 1]) || { targets: [] };

/** `Payments primary (Bo)`: a schedule, with who is on call in it. */
const inWords = (target: NextStep['targets'][number], names: Names): string => {
  const words = targetWords(target, names, names.me);
  if (traitsOf(target)?.behind !== 'duty') return words;
  const ids = names.behind([target]);
  return `${words} (${ids.length > 0 ? listNames(ids, names) : 'no one'})`;
};

const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  new Set([...some, ...others]).size === new Set(some).size && others.length > 0;

/** The targets of the next step, as text. `policy`: the version of this group’s escalation, or the newest if that is unknown. */
export function nextTargets(next: LadderRow['next'], policy: PolicySteps | undefined, names: Names): string {
  if (!next) return 'no one';
  if (next.step === 'exhausted') return 'the team’s managers';
  if (next.step === 'owners') return 'the owners';
  if (next.step === 0) return 'the last assignee';
  const step = nextOf(next, policy);
  return step.targets.length > 0 ? oneOfWords(step, inShort(step.targets.map((target) => inWords(target, names)))) : 'the next step';
}

export function responsibilityOf(row: AlertGroupRow, policy: PolicySteps | undefined, names: Names): Responsibility {
  const holding = ownHoldingOf(row, policy, names);
  if (!row.follows || row.status === 'resolved') return holding;
  const follows = `part of #${row.follows.number}`;
  return { tone: row.holder ? 'held' : 'ringing', says: row.holder ? `${holding.says}, ${follows}` : capital(follows), next: null };
}

/** `ending, resolves at 14:32 unless it fires again`; '' while an alert is firing. Steps due before that still run. */
function endingWords({ ending, firing }: AlertGroupRow): string {
  if (!ending?.all) return '';
  const at = clockTime(ending.at, serverNow());
  return ending.over
    ? `ending, resolves at ${at} unless it fires again`
    : `${firing === 1 ? 'its alert is' : 'all alerts are'} ending at ${at}`;
}

const withEnding = (holding: Responsibility, row: AlertGroupRow): Responsibility => {
  const ending = endingWords(row);
  if (ending === '') return holding;
  const next = holding.next && holding.next.at < row.ending!.at ? holding.next : null;
  const tone = holding.tone === 'alarm' && !row.nobodyHasIt ? 'ringing' : holding.tone;
  return { tone, says: capital([holding.says, ending].filter((words) => words && words !== 'Unacknowledged').join(', ')), next };
};

function ownHoldingOf(row: AlertGroupRow, policy: PolicySteps | undefined, names: Names): Responsibility {
  if (row.status === 'resolved') return { tone: 'done', says: resolvedWords(row, names), next: null };
  if (row.suppressed) return { tone: 'muted', says: suppressedWords(row.suppressed), next: null };
  return withEnding(openHoldingOf(row, policy, names), row);
}

function openHoldingOf(row: AlertGroupRow, policy: PolicySteps | undefined, names: Names): Responsibility {
  if (row.status === 'acknowledged') return { tone: 'held', says: heldWords(row, names), next: null };
  if (row.snoozedUntil)
    return { tone: 'held', says: `${heldWords(row, names)} until ${clockTime(row.snoozedUntil, serverNow())}`, next: null };
  const morning = morningOf(row, names);
  const first = morning ?? (row.next && { who: nextTargets(row.next, policy, names), at: row.next.dueAt });
  const next = first && { says: `notifies ${first.who}`, at: first.at };
  const paged = notifyingWords(row, names);
  const isAgain = !morning && areSame(row.paging, names.behind(nextOf(row.next, policy).targets));
  const then = paged && first ? { at: first.at, says: isAgain ? 'again' : `then ${first.who}` } : next;
  if (row.nobodyHasIt) return { tone: 'alarm', says: paged ? `Unacknowledged, ${paged}` : 'Unacknowledged', next: then };
  if (paged) return { tone: 'ringing', says: capital(paged), next: then };
  return next ? { tone: 'ringing', says: '', next } : { tone: 'alarm', says: 'Unacknowledged', next: null };
}

/** `notifying Ana and Bo`; '' while no one is being notified. */
function notifyingWords(row: AlertGroupRow, names: Names): string {
  const awake = row.paging.filter((id) => !row.asleep?.[id]);
  return awake.length > 0 ? `notifying ${inShort(awake.map((id) => pagedWords(id, row, names)))}` : '';
}

/** People who are notified only in the morning, and when, if that is before the next step. */
function morningOf({ asleep = {}, next }: AlertGroupRow, names: Names): { readonly who: string; readonly at: string } | null {
  const [at] = Object.values(asleep).toSorted();
  if (at === undefined || (next && next.dueAt < at)) return null;
  const first = Object.keys(asleep).filter((id) => asleep[id] === at);
  return { who: listNames(first, names), at };
}

/** The paged person with the schedule through which they are paged: `Ana (Payments primary)`. */
function pagedWords(id: string, { pagingBy }: AlertGroupRow, names: Names): string {
  const word = listNames([id], names);
  return pagingBy?.[id] ? `${word} (${names.schedule(pagingBy[id])})` : word;
}

function suppressedWords({ mutes: [mute], settlesAt }: NonNullable<AlertGroupRow['suppressed']>): string {
  if (settlesAt) return `Settling until ${clockTime(settlesAt, serverNow())}`;
  if (!mute?.until) return mute?.by ? `Suppressed while #${mute.by.number} fires` : 'Suppressed';
  return `${mute.kind === 'hold' ? 'Held' : 'Suppressed'} until ${clockTime(mute.until, serverNow())}`;
}

function heldWords({ holder, responders, snoozedUntil, reassigning }: AlertGroupRow, names: Names): string {
  const did = snoozedUntil ? 'snoozed' : 'acknowledged';
  if (!holder) return capital(did);
  if (holder.kind === 'token') return `${names.token(holder.tokenId)} ${did}`;
  if (holder.kind === 'sender') return `${names.integration(holder.integrationId)} ${did}`;
  const others = responders.filter((id) => id !== holder.personId);
  const who = `${holder.personId === names.me ? 'You' : names.person(holder.personId)} ${did}`;
  const all = others.length > 0 ? `${who}, with ${listNames(others, names)}` : who;
  return reassigning
    ? `${all} · asked ${listNames([reassigning.personId], names)} to take over by ${clockTime(reassigning.until, serverNow())}`
    : all;
}

function resolvedWords({ resolvedBy, test }: AlertGroupRow, names: Names): string {
  if (resolvedBy?.by === 'person') return `Resolved by ${resolvedBy.actorId === names.me ? 'you' : names.person(resolvedBy.actorId)}`;
  if (resolvedBy?.by === 'timer') return test ? 'Test ended' : 'Closed automatically';
  return 'Resolved by its source';
}

/** The complete text: `Notifying Ana, then Bo in 40 s`. `left`: the time left, as text; null: it is due. */
export const responsibilityText = (holding: Responsibility, left: string | null): string =>
  capital([holding.says, holding.next && `${holding.next.says} ${left === null ? 'now' : `in ${left}`}`].filter(Boolean).join(', '));
