import type { attemptRow, PageRow } from '@tocsin/contracts/alert-groups/pages.js';
import type { z } from 'zod';
import { slowDelivery } from '@tocsin/contracts/alert-groups/messages.js';
import { contactTraits } from '@tocsin/contracts/contacts/kinds.js';
import { limitWords } from './attempt-words.js';
import { answerWords, attemptWords } from './group-words.js';
import { reasonClause } from '../../messages/shared/reason-words.js';
import { attemptForecast, attemptReasonForecast } from './forecast-words.js';
import { At } from '../../../ui/time.js';
import { Countdown } from '../../../ui/age.js';
import { span } from '../../../data/time/times.js';
import { capital } from '../../../data/words/capital.js';

type Attempt = z.infer<typeof attemptRow>;

const words: Record<Attempt['state'], string> = {
  queued: 'due in',
  sending: 'sending since',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
  stale: 'outcome unknown since',
  cancelled: 'cancelled',
};

const isGood = (state: Attempt['state']) => state === 'sent' || state === 'delivered' || state === 'read';

const answeredWords = ({ answeredBecause }: PageRow): string => (answeredBecause ? answerWords[answeredBecause] : 'answered');

/** The outcome of each attempt of a page. */
export function Receipts({ page, isForecast }: { page: PageRow; isForecast: boolean }) {
  if (isForecast) return <Forecast page={page} />;
  return (
    <ul className="text-xs leading-5 text-muted">
      {page.waitsUntil && page.attempts.every(({ state }) => state === 'queued') && (
        <li>Low urgency: waits until their sleep hours end.</li>
      )}
      {withRepeats(page.attempts).map(({ attempt, again }) => (
        <Receipt key={attempt.slot + attempt.n + (attempt.attemptId ?? '')} attempt={attempt} again={again} />
      ))}
      {page.state === 'answered' && <li className="font-medium text-held">{answeredWords(page)}</li>}
      {page.reason && (page.state === 'failed' || page.state === 'cancelled') && <EndOfPage page={page} reason={page.reason} />}
    </ul>
  );
}

/** Why the page ended; a repeated one, when. */
function EndOfPage({ page, reason }: { page: PageRow; reason: string }) {
  const at = page.attempts
    .flatMap(({ endedAt }) => endedAt ?? [])
    .toSorted()
    .at(-1);
  if (reason !== 'delivery.superseded' || at === undefined) return <li>{capital(reasonClause(reason))}.</li>;
  return (
    <li>
      Repeated at <At at={at} />
    </li>
  );
}

/** Forecast of the attempts and their times. A page that the next step replaces has no line, because that step is shown. */
const Forecast = ({ page: { attempts, waitsUntil, reason, state } }: { page: PageRow }) => (
  <ul className="text-xs leading-5 text-muted">
    {waitsUntil && (
      <li>
        Low urgency: would wait until <At at={waitsUntil} />
      </li>
    )}
    {attempts.filter(doesShowReason).map(({ n, slot, kind, state: becomes, startedAt, endedAt, dueAt, because, bundleId, reason: why }) => (
      <li key={slot + n} className={isBad(becomes) ? 'text-warn' : ''}>
        <span aria-hidden className="inline-block w-4">
          {isBad(becomes) ? '✕' : '◦'}
        </span>
        {capital(contactTraits[kind].word)}: {attemptForecast[becomes]} <At at={startedAt ?? endedAt ?? dueAt} seconds />
        {attemptReasonForecast(because) && `, ${attemptReasonForecast(because)}`}
        {bundleId && ', bundled with others'}
        {why && `: ${reasonClause(why)}`}
      </li>
    ))}
    {reason && state === 'failed' && <li>Would fail: {reasonClause(reason)}.</li>}
  </ul>
);

/** Retries that failed in the same way are summed up in the first line. */
function withRepeats(attempts: readonly Attempt[]): readonly { attempt: Attempt; again: readonly Attempt[] }[] {
  const isAgain = (one: Attempt, first: Attempt) =>
    one.because === 'retry' &&
    one.state === 'failed' &&
    first.state === 'failed' &&
    one.contactMethodId === first.contactMethodId &&
    one.reason === first.reason;
  const firsts = attempts.filter((one) => !attempts.some((first) => first.n < one.n && isAgain(one, first)));
  return firsts.map((attempt) => ({ attempt, again: attempts.filter((one) => one.n > attempt.n && isAgain(one, attempt)) }));
}

/** A bundled attempt may be sent sooner: when its person answers the previous message. */
function Due({ attempt: { dueAt, bundledUntil, throttled, waitsForNumber } }: { attempt: Attempt }) {
  return (
    <>
      {bundledUntil ? `${throttled ? limitWords(waitsForNumber) : 'waits to be bundled'}, sent within` : words.queued}{' '}
      <Countdown to={bundledUntil ?? dueAt} />
    </>
  );
}

const whyOf = ({ because, state, bundleId }: Attempt): string =>
  [because === 'rule' || state === 'cancelled' ? [] : attemptWords[because], bundleId ? 'bundled with others' : []]
    .flat()
    .map((why) => ` (${why})`)
    .join('');

const isBad = (state: Attempt['state']) => state === 'failed' || state === 'stale';
const markOf = (state: Attempt['state']): string => (isGood(state) ? '✓' : isBad(state) ? '✕' : state === 'cancelled' ? '–' : '◦');

const unsentReasons: ReadonlySet<Attempt['reason']> = new Set([
  'delivery.rehearsing',
  'delivery.drill_no_consent',
  'delivery.drill_real_page',
  'delivery.drill_busy',
]);
/** A rehearsal or a drill left it out. */
const isUnsent = ({ reason }: Pick<Attempt, 'reason'>): boolean => unsentReasons.has(reason);

/** Outcome and time. */
function What({ attempt }: { attempt: Attempt }) {
  const { state, startedAt, endedAt } = attempt;
  if (state === 'queued') return <Due attempt={attempt} />;
  const at = state === 'cancelled' ? null : (endedAt ?? startedAt);
  return (
    <>
      {isUnsent(attempt) ? 'not sent' : words[state]}
      {at && (
        <>
          {' '}
          <At at={at} seconds />
        </>
      )}
    </>
  );
}

/** Cancelled ones have their reason at the page, unless it is their own. */
const doesShowReason = ({ state, reason }: Pick<Attempt, 'state' | 'reason'>): boolean =>
  state !== 'cancelled' || reason === 'delivery.throttled' || reason === 'delivery.number_in_use' || isUnsent({ reason });

/** Reason of a failed attempt; for a cancelled one the page shows it. */
const Reason = ({ attempt: { state, reason, detail } }: { attempt: Attempt }) => (
  <>
    {reason && doesShowReason({ state, reason }) && `: ${reasonClause(reason)}`}
    {detail && state === 'failed' && reason !== 'delivery.no_open_tab' && <span className="text-faint"> ({detail})</span>}
  </>
);

function Receipt({ attempt, again }: { attempt: Attempt; again: readonly Attempt[] }) {
  const { state, kind } = attempt;
  const took = slowDelivery(attempt);
  return (
    <li className={isBad(state) ? 'text-warn' : ''}>
      <span aria-hidden className="inline-block w-4">
        {markOf(state)}
      </span>
      {capital(contactTraits[kind].word)}: <What attempt={attempt} />
      {took !== null && ` (after ${span(took)})`}
      {whyOf(attempt)}
      {again.map(({ n, endedAt: failedAt }) => (
        <span key={n}>, {failedAt && <At at={failedAt} seconds />}</span>
      ))}
      <Reason attempt={attempt} />
    </li>
  );
}
