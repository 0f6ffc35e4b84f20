import type { attemptReason, attemptRow, PageCause } from '@tocsin/contracts/alert-groups/pages.js';
import type { FactOf } from '@tocsin/contracts/catalogue.js';
import type { WebhookCallRow } from '@tocsin/contracts/alert-groups/webhook-calls.js';
import type { z } from 'zod';
import { attemptWords, causeWords } from './group-words.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import type { Names } from '../../../data/words/names.js';
import type { RungPerson } from './ladder-model.js';

/** Texts of a simulated ladder, for drills: all conditional, or in the present for current facts. */

type Attempt = z.infer<typeof attemptRow>;
type AttemptReason = z.infer<typeof attemptReason>;

/** `would be sent`: what follows is when. A provider’s answer is an assumption of the drill, so a sent and a read message are the same. */
export const attemptForecast: Record<Attempt['state'], string> = {
  queued: 'would be sent',
  sending: 'would be sent',
  sent: 'would be sent',
  delivered: 'would be sent',
  read: 'would be sent',
  failed: 'would fail',
  stale: 'would have an unknown outcome',
  cancelled: 'would not be sent',
};

const reasons: Partial<Record<AttemptReason, string>> = {
  paged_again: 'all methods if no one answers',
  last_resort: 'all methods if no one else answers',
  next_method: 'because another method would fail',
};

/** Why this attempt would be made; empty where the person’s rule is enough. */
export const attemptReasonForecast = (because: AttemptReason): string =>
  because === 'rule' ? '' : (reasons[because] ?? attemptWords[because]);

export const outcomeForecast: Record<RungPerson['outcome'], string> = {
  paged: '',
  continued: ', would have been paged already',
  paged_again: ', would be paged again',
  not_reachable: ', could not be reached',
};

type SkippedStep = Pick<FactOf<'EscalationStepSkipped'>, 'because' | 'judgedBy'>;
const conditionForecast: Record<SkippedStep['because'][number], (judgedBy: SkippedStep['judgedBy']) => string> = {
  urgency: ({ urgency }) => `the urgency would be ${urgency}`,
  hours: ({ hours }) => `it would be ${hours?.isInside ? 'inside' : 'outside'} the hours of the step`,
  labels: () => 'no firing alert would match its labels',
};
/** Why a step would be skipped: `it would be outside the hours of the step`. */
export const unmetForecast = ({ because, judgedBy }: SkippedStep): string =>
  because.map((one) => conditionForecast[one](judgedBy)).join(' and ');

/** Why a person would be paged outside the steps. */
export const causeForecast = (cause: PageCause, names: Names): string =>
  cause.kind === 'exhausted' ? `${cause.role === 'owner' ? 'owner' : 'team manager'}, if no one acknowledges` : causeWords(cause, names);

export const callForecast = ({ state, reason }: Pick<WebhookCallRow, 'state' | 'reason'>): string =>
  state === 'failed' || state === 'cancelled' ? `Would not be called${reason ? `: ${reasonClause(reason)}` : ''}` : 'Would be called';
