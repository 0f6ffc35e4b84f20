import { refusals } from '@tocsin/contracts/refusals.js';
import { inboundAddress } from '../../connections/inbound-address.js';
import type { Inbound, InboundModule, InboundResult } from '../inbound.js';
import { isFromTwilio, reportedIn, type SmsInboundDependencies } from '../sms/inbound.js';
import { gather, tell } from './twiml.js';

/** The one that is said, and the one that people know from other systems. */
const acknowledges: ReadonlySet<string> = new Set(['1', '4']);
export const pressOne = 'Press 1 to acknowledge.';

/** What ends a call without anybody. `completed` is no answer: voicemail picks up too, so only a digit is one. */
const unanswered: ReadonlySet<string> = new Set(['busy', 'no-answer', 'failed', 'canceled']);

/** Why nobody took a call; null: perhaps somebody did. */
export const whyUnanswered = (status: string, answeredBy: string): string | null => {
  if (/^(?:machine|fax)/.test(answeredBy)) return `Answered by ${answeredBy.startsWith('fax') ? 'a fax' : 'a machine'}.`;
  return unanswered.has(status) ? `Reported as ${status}.` : null;
};

const readForm = (form: URLSearchParams, report: NonNullable<ReturnType<typeof reportedIn>>, retryAt: string): readonly Inbound[] => {
  const digits = form.get('Digits');
  if (digits !== null)
    return acknowledges.has(digits)
      ? [{ kind: 'act', act: 'acknowledge', secret: report.secret, key: `${form.get('CallSid')} ${digits}` }]
      : [{ kind: 'says', says: retryAt }];
  const detail = whyUnanswered(form.get('CallStatus') ?? '', form.get('AnsweredBy') ?? '');
  return detail === null ? [] : [{ kind: 'failure', reason: 'delivery.no_answer', detail, ...report }];
};

const wordsOf = (result: InboundResult): string =>
  result === 'done' || result === 'not_understood' ? 'Acknowledged. Good bye.' : refusals[result].says;

/** Digits that are pressed, and how calls end. */
export const voiceInbound = (dependencies: SmsInboundDependencies): InboundModule => ({
  paths: ['/:secret/:message'],
  verify: (request) => isFromTwilio(dependencies, request),
  read: ({ path, body }) => {
    const report = reportedIn(path);
    const retryAt = report && inboundAddress(dependencies.address.url(), 'voice', report.secret, report.attemptId);
    return report ? readForm(new URLSearchParams(body), report, retryAt ?? '') : null;
  },
  answer: (results, inbound) => {
    const [first] = inbound;
    const body = first?.kind === 'says' ? gather(first.says, pressOne) : tell(...(first?.kind === 'act' ? [wordsOf(results[0]!)] : []));
    return { contentType: 'text/xml', body };
  },
});
