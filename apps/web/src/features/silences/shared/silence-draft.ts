import type { LabelMatcher } from '@tocsin/contracts/conditions.js';
import { duration } from '@tocsin/contracts/duration.js';
import * as silenceLimits from '@tocsin/contracts/silences/limits.js';
import type { SilencePreview } from '@tocsin/contracts/silences/preview.js';
import { serverNow } from '../../../data/time/clock.js';
import { fromLocalInput } from '../../../data/time/local-input.js';

const { hour, day } = duration;

/** What the form holds. */
export interface SilenceDraft {
  readonly teamId: string | null;
  readonly matchers: readonly LabelMatcher[];
  /** Milliseconds. */
  readonly length: number;
  /** Its end as typed, instead of a length; null: by its length. */
  readonly until: string | null;
  readonly untilResolved: boolean;
  readonly comment: string;
  /** Groups that were unticked, and those of high urgency that were ticked: these are left out at first. */
  readonly left: ReadonlySet<string>;
  readonly asked: ReadonlySet<string>;
  /** The number of groups, as typed. */
  readonly typed: string;
}

export const lengths = [hour, 2 * hour, 4 * hour, 8 * hour, day, 3 * day, 7 * day, 30 * day, silenceLimits.longest];

export const lengthWords = (length: number): string => {
  if (length <= day) return length === hour ? '1 hour' : `${length / hour} hours`;
  return `${length / day} days`;
};

/** Open groups that the silence leaves out. */
export const exemptIn = (preview: SilencePreview | undefined, { left, asked }: SilenceDraft): ReadonlySet<string> => {
  const isLeft = ({ groupId, urgency }: SilencePreview['open'][number]): boolean =>
    left.has(groupId) || (urgency === 'high' && !asked.has(groupId));
  return new Set((preview?.open ?? []).filter(isLeft).map(({ groupId }) => groupId));
};

/** What was ticked and unticked, when these groups are left out. */
export const choicesFor = ({ open }: SilencePreview, exempt: ReadonlySet<string>): Pick<SilenceDraft, 'left' | 'asked'> => {
  const idsOf = (isHigh: boolean, isLeft: boolean): ReadonlySet<string> =>
    new Set(
      open
        .filter(({ groupId, urgency }) => (urgency === 'high') === isHigh && exempt.has(groupId) === isLeft)
        .map(({ groupId }) => groupId),
    );
  return { left: idsOf(false, true), asked: idsOf(true, false) };
};

/** Groups that it covers now. */
export const coveredBy = (preview: SilencePreview | undefined, draft: SilenceDraft): number =>
  (preview?.groups ?? 0) - exemptIn(preview, draft).size;

/** `isAsked`: what it covers, and so what it leaves out, is not known yet. */
export const whyNot = (draft: SilenceDraft, preview: SilencePreview | undefined, isAsked: boolean): string | false =>
  (draft.teamId === '' && 'Choose a team') ||
  (draft.until !== null && fromLocalInput(draft.until) === null && 'Enter when it ends') ||
  (draft.matchers.some(({ label }) => label.trim() === '') && 'Name a label and its value') ||
  (isAsked && 'Finding what it covers') ||
  (preview?.matchesMissing === true && draft.typed.trim() !== String(coveredBy(preview, draft)) && 'Type the number of alert groups');

const endOf = ({ until, length }: SilenceDraft, longest: number): string =>
  (until !== null && fromLocalInput(until)) || new Date(serverNow() + Math.min(length, longest)).toISOString();

/** The silence as a command has it. */
export const settingsOf = (draft: SilenceDraft, preview: SilencePreview | undefined, longest: number) => ({
  teamId: draft.teamId,
  matchers: [...draft.matchers],
  until: endOf(draft, longest),
  comment: draft.comment,
  exempt: [...exemptIn(preview, draft)].slice(0, silenceLimits.exempt),
  untilResolved: draft.untilResolved,
  confirmedGroups: preview?.matchesMissing ? coveredBy(preview, draft) : null,
});
