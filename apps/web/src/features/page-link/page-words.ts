import type { PageShown } from '@tocsin/contracts/alert-groups/page-link.js';
import type { ActionNeededAnswer } from '@tocsin/contracts/alert-groups/action-needed.js';
import { seenLabel } from '@tocsin/contracts/routing/seen-label.js';
import { clockTime } from '../../data/time/times.js';

export interface PageAction {
  readonly act: 'acknowledge' | 'answer' | 'snooze' | 'undo' | 'resolve' | 'note' | 'add_responder' | `action_needed ${ActionNeededAnswer}`;
  readonly label: string;
  readonly isMain: boolean;
}

/** Shown when nothing was sent: pressing again is safe. */
export const unreachable = 'The server could not be reached. Nothing was changed. You can safely press again.';

/** What the button for one’s own pages does. */
export const seenHint = `“${seenLabel}” stops your own pages only.`;

/** The current state, for the person who was paged. */
export function statusWords(page: PageShown): string {
  const { endsAt, now } = page;
  const ends = endsAt === null ? '' : ` Ending: resolves at ${clockTime(endsAt, Date.parse(now))} unless it fires again.`;
  return `${standingWords(page)}${ends}`;
}

function standingWords({ status, holderName, personName, actionNeeded, answered, snoozedUntil, now }: PageShown): string {
  if (status === 'resolved') return `Resolved. You can go back to sleep.${actionNeeded ? ' Was there anything to do?' : ''}`;
  if (snoozedUntil)
    return `${holderName === personName ? 'You' : (holderName ?? 'Someone')} snoozed until ${clockTime(snoozedUntil, Date.parse(now))}.`;
  if (status === 'acknowledged')
    return holderName === personName ? `You’ve got it, ${personName}.` : `${holderName ?? 'Someone'} acknowledged.`;
  return answered ? 'Not acknowledged yet. Your own pages have stopped.' : `Waiting for you, ${personName}.`;
}

/** The buttons: acknowledge while the state is unknown; then what still makes sense. */
export function actionsOf(page: PageShown | null, problem: string, now: number): readonly PageAction[] {
  const acknowledge: PageAction = { act: 'acknowledge', label: 'Acknowledge', isMain: true };
  const answer: PageAction = { act: 'answer', label: seenLabel, isMain: false };
  const snooze: PageAction = { act: 'snooze', label: 'Snooze 30 min', isMain: false };
  if (!page) return problem && problem !== unreachable ? [] : [acknowledge];
  if (page.status === 'firing') return page.answered ? [snooze, acknowledge] : [answer, snooze, acknowledge];
  const undo = undoActions(page.undoUntil, now);
  if (page.status === 'snoozed') return [...undo, acknowledge];
  if (page.status !== 'acknowledged') return [...undo, ...answersOf(page.actionNeeded)];
  if (page.holderName !== page.personName) return page.answered ? undo : [{ ...answer, isMain: true }];
  return [
    ...undo,
    { act: 'resolve', label: 'Resolve', isMain: false },
    snooze,
    { act: 'note', label: 'Add note', isMain: false },
    ...(page.addable.length > 0 ? [{ act: 'add_responder' as const, label: 'Add responder', isMain: false }] : []),
  ];
}

/** One tap each. A given answer is ticked, and can be changed; skipping is not offered again. */
const answersOf = (asked: PageShown['actionNeeded']): readonly PageAction[] =>
  (['yes', 'no', 'skip'] as const)
    .filter((answer) => asked && !(answer === 'skip' && asked.answer))
    .map((answer) => ({
      act: `action_needed ${answer}`,
      label: `${answer[0]!.toUpperCase()}${answer.slice(1)}${asked?.answer === answer ? ' ✓' : ''}`,
      isMain: false,
    }));

/** Resolving asks again while an alert fires; undefined: it does not. */
export const sureToResolve = ({ firing, endsAt }: PageShown): string | undefined =>
  firing > 0 && endsAt === null ? 'Still firing: resolve anyway' : undefined;

/** When the next step of its policy pages somebody: `in 2:14`; '' when none is planned. */
export function nextWords({ nextAt }: PageShown, now: number): string {
  if (nextAt === null) return '';
  const left = Math.max(0, Math.ceil((Date.parse(nextAt) - now) / 1_000));
  return left === 0 ? 'Next step now' : `Next step in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** Undo, for as long as it is possible. */
export function undoActions(until: string | null, now: number): readonly PageAction[] {
  const left = until === null ? 0 : Math.ceil((Date.parse(until) - now) / 1_000);
  return left > 0 ? [{ act: 'undo', label: `Undo (${left} s)`, isMain: false }] : [];
}
