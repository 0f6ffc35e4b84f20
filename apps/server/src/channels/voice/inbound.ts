import { refusals } from '@tocsin/contracts/refusals.js';
import { inboundAddress } from '../../connections/inbound-address.js';
import { VerificationCodes } from '../../secrets/verification-codes.js';
import type { Inbound, InboundModule, InboundResult } from '../inbound.js';
import type { SmsInboundDependencies } from '../sms/provider.js';
import { isFromTwilio, reportedIn } from '../sms/twilio.js';
import { readPage, type CalledPage } from './called-page.js';
import { codeWords, digitWords } from './render.js';
import { gather, tell } from './twiml.js';

/** What ends a call without anybody. `completed` is no answer: voicemail picks up too, so only a digit is one. */
const unanswered: ReadonlySet<string> = new Set(['busy', 'no-answer', 'failed', 'canceled']);

/** Why nobody took a call; null: perhaps somebody did. */
export const whyUnanswered = (status: string, answeredBy: string): string | null => {
  if (/^(?:machine|fax)/.test(answeredBy)) return `Answered by ${answeredBy.startsWith('fax') ? 'a fax' : 'a machine'}.`;
  return unanswered.has(status) ? `Reported as ${status}.` : null;
};

/** What a digit is asked for: which message, or whether it is meant. */
type Question = 'message' | 'resolve' | 'stop';

interface Pressed {
  readonly form: URLSearchParams;
  readonly secret: string;
  readonly attemptId: string;
  /** Where the next digit goes, which answers this question. */
  readonly askAt: (question: Question) => string;
  /** The page that the call is about; null: several. */
  readonly page: () => Promise<CalledPage | null>;
}

const says = (twiml: string): readonly Inbound[] => [{ kind: 'says', says: twiml }];
const askAgain = ({ askAt }: Pressed, ...first: readonly string[]): readonly Inbound[] =>
  says(gather(askAt('message'), ...first, digitWords));
const keyOf = ({ form }: Pressed, digit: string): string => `${form.get('CallSid')} ${digit}`;

const acknowledge = (pressed: Pressed): readonly Inbound[] => [
  { kind: 'act', act: 'acknowledge', secret: pressed.secret, key: keyOf(pressed, '1') },
];

/** The next person is paged, as if this one weren’t reached. */
const passOn = async (pressed: Pressed): Promise<readonly Inbound[]> =>
  (await pressed.page())
    ? [{ kind: 'act', act: 'pass_on', secret: pressed.secret, key: keyOf(pressed, '2') }]
    : askAgain(pressed, 'Several alert groups can’t be passed on at once.');

/** What still fires is resolved by pressing it again. */
const resolve = async (pressed: Pressed, isMeant: boolean): Promise<readonly Inbound[]> => {
  const page = await pressed.page();
  if (!page) return askAgain(pressed, 'Several alert groups can’t be resolved at once.');
  if (page.isFiring && !isMeant) return says(gather(pressed.askAt('resolve'), 'It is still firing. Press 6 again to resolve it.'));
  return [{ kind: 'resolve', secret: pressed.secret, key: keyOf(pressed, '6') }];
};

const stop = ({ form }: Pressed): readonly Inbound[] => [
  { kind: 'stop', method: 'voice', number: form.get('To') ?? '', detail: 'Calls were stopped by a key.' },
];

/** What each digit does, by the question that it answers; others hear the keys again. */
const acts: { readonly [Q in Question]: Readonly<Record<string, (pressed: Pressed) => readonly Inbound[] | Promise<readonly Inbound[]>>> } =
  {
    message: {
      '1': acknowledge,
      // known from other systems
      '4': acknowledge,
      '2': passOn,
      '6': (pressed) => resolve(pressed, false),
      '9': ({ askAt }) => says(gather(askAt('stop'), 'Press 9 again to get no more calls at this number.')),
      '*': async (pressed) => askAgain(pressed, (await pressed.page())?.says ?? 'Several alert groups.'),
    },
    resolve: { '6': (pressed) => resolve(pressed, true) },
    stop: { '9': stop },
  };

const isQuestion = (text: string | null): text is Question => text !== null && Object.hasOwn(acts, text);

const readDigit = async (pressed: Pressed, path: string, digits: string): Promise<readonly Inbound[]> => {
  const asked = new URL(path, 'http://call').searchParams.get('asks');
  const act = acts[isQuestion(asked) ? asked : 'message'][digits];
  return act ? act(pressed) : askAgain(pressed);
};

const readEnd = ({ form, secret, attemptId }: Pressed): readonly Inbound[] => {
  const detail = whyUnanswered(form.get('CallStatus') ?? '', form.get('AnsweredBy') ?? '');
  return detail === null ? [] : [{ kind: 'failure', reason: 'delivery.no_answer', detail, secret, attemptId }];
};

/** In place of a page’s secret: a call with the code that proves a number, which is told to whoever presses a key, never to a machine. */
export const ofCode = 'code';
const readCode = ({ server }: SmsInboundDependencies, contactMethodId: string, digits: string | null): readonly Inbound[] => {
  const owner = [...server.reads.contacts.all()].find(({ methods }) => methods.some((one) => one.contactMethodId === contactMethodId));
  const expiresAt = owner?.methods.find((one) => one.contactMethodId === contactMethodId)?.verification?.expiresAt;
  if (!owner || expiresAt === undefined || digits === null || digits === '') return [];
  const words = codeWords(new VerificationCodes(server.vault).createCode(owner.id, contactMethodId, expiresAt));
  return says(tell(words, words));
};

const done: Readonly<Record<string, string>> = {
  acknowledge: 'Acknowledged. Good bye.',
  pass_on: 'Passed on. Good bye.',
  resolve: 'Resolved. Good bye.',
  stop: 'This number gets no more calls. Good bye.',
};
const wordsOf = (result: InboundResult, inbound: Inbound): readonly string[] => {
  const words = done[inbound.kind === 'act' ? inbound.act : inbound.kind];
  if (words === undefined) return [];
  return [result === 'done' || result === 'not_understood' ? words : refusals[result].says];
};

/** Digits that are pressed, and how calls end. */
export const voiceInbound = (dependencies: SmsInboundDependencies): InboundModule => ({
  paths: ['/:secret/:message'],
  verify: (request) => isFromTwilio(dependencies, request),
  read: ({ path, body }) => {
    const report = reportedIn(path);
    if (!report) return null;
    const form = new URLSearchParams(body);
    const digits = form.get('Digits');
    if (report.secret === ofCode) return readCode(dependencies, report.attemptId, digits);
    const address = inboundAddress(dependencies.address.url(), 'voice', report.secret, report.attemptId) ?? '';
    const pressed: Pressed = {
      ...report,
      form,
      askAt: (question) => (question === 'message' ? address : `${address}?asks=${question}`),
      page: () => readPage(dependencies.server, report.secret),
    };
    return digits === null ? readEnd(pressed) : readDigit(pressed, path, digits);
  },
  answer: (results, inbound) => {
    const [first] = inbound;
    const body = first?.kind === 'says' ? first.says : tell(...(first ? wordsOf(results[0]!, first) : []));
    return { contentType: 'text/xml', body };
  },
});
