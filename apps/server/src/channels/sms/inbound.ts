import { refusals } from '@tocsin/contracts/refusals.js';
import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import { duration } from '@tocsin/contracts/duration.js';
import { toMillis } from '@tocsin/kernel/time.js';
import { requiresCode } from '../../connections/phone-options.js';
import type { Inbound, InboundModule, InboundResult, ProviderRequest } from '../inbound.js';
import { isForProvider, isStop } from './grammar.js';
import type { ReceivedText, SmsDependencies, SmsInboundDependencies, SmsProvider } from './provider.js';
import { smsSenderOf } from './providers.js';
import { readReply } from './replies.js';
import type { SeenReplies } from './seen-replies.js';
import { countSent, findNumbered, findWaiting, isKnownNumber, mayHaveBeenSent } from './waiting-pages.js';

const done = { acknowledge: 'Acknowledged', answer: 'Seen, paging others', pass_on: 'Passed on' } as const;

/** What is answered; empty: nothing. */
export const textOfAnswer = (result: InboundResult, inbound: Inbound): string => {
  if (inbound.kind === 'says') return inbound.says;
  if (inbound.kind !== 'act' && inbound.kind !== 'resolve') return '';
  const says = inbound.kind === 'act' ? done[inbound.act] : 'Resolved';
  const about = inbound.about ?? '';
  return result === 'done' || result === 'not_understood' ? `${says}: ${about}` : `${refusals[result].says} ${about}`;
};

export type ReadText = (text: ReceivedText) => Promise<readonly Inbound[]>;

/** Replies are read within seconds; one that is older may be read again after a restart. */
const readWithin = 30 * duration.second;

/** When a page must have been sent so that a reply may be about it; undefined: by now. */
const sentBy = ({ at, removedAt }: ReceivedText): string | undefined =>
  [at, removedAt].flatMap((one) => one ?? []).toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];

/** The answer to one wrong code too many: whoever has the number must know, for it may have been somebody else. */
const notRead = { kind: 'says', says: 'Too many wrong codes: replies are not read for an hour. Use the link in the message.' } as const;

/** What replies ask for, however they came. */
export const createTextReader = ({ server }: Pick<SmsInboundDependencies, 'server'>): ReadText => {
  const answered = new UselessReplies();
  const asked = new AskedOnce();
  const guesses = new WrongCodes();
  return async (received) => {
    const { from, text, key, id, at } = received;
    if (!isKnownNumber(server, from)) return [];
    if (isStop(text))
      return [{ kind: 'stop', method: 'sms', number: from, detail: 'The number replied STOP.', ...(at === undefined ? {} : { at }) }];
    const now = toMillis(server.clock.now());
    const writtenAt = at === undefined ? now : Date.parse(at);
    if (isForProvider(text) || guesses.bars(from, writtenAt)) return [];
    const sender = smsSenderOf(server);
    const isStrict = sender !== null && requiresCode(sender.account);
    const by = sentBy(received);
    const waiting = await findWaiting(server, from, by);
    const isOld = at !== undefined && now - writtenAt > readWithin;
    const isVague = isOld && countSent(server, from, at) > 1;
    const numbered = async (number: number) => {
      const page = await findNumbered(server, from, number, by);
      if (!page && !mayHaveBeenSent(server, from, { number, isStrict })) guesses.note(from, writtenAt);
      return page;
    };
    const read = await readReply(
      { text, key, isListed: at !== undefined },
      {
        waiting,
        isVague,
        requiresCode: isStrict,
        numbered,
        confirms: (secret) => asked.repeats(`${from} ${secret}`, { key, id, at: now }),
      },
    );
    if (guesses.bars(from, writtenAt)) return isOld ? [] : [notRead];
    return answered.allow(from, read) ? read : [];
  };
};

/** Reports about messages, and replies of the people who got them. */
export const smsInbound = (
  dependencies: SmsInboundDependencies & Pick<SmsDependencies, 'connections'>,
  provider: SmsProvider,
  { read, seen }: { readonly read: ReadText; readonly seen: SeenReplies },
): InboundModule => {
  const readRequest = async (request: ProviderRequest): Promise<readonly Inbound[] | null> => {
    const given = provider.read(dependencies, request);
    if (given === null || 'report' in given) return given?.report ?? null;
    const { reply, isAnswered } = given;
    if (seen.wasListed(reply.key)) return [];
    seen.add(reply.key, 'call');
    return isAnswered ? [] : read(reply);
  };
  return {
    ...provider.door,
    verify: (request) => provider.verify(dependencies, request),
    read: readRequest,
    answer: (results, inbound) => provider.answer(inbound.map((one, n) => textOfAnswer(results[n]!, one))),
  };
};

/** Replies of one number that did nothing, since the last one that did: a machine that answers ours must not go on for ever. */
class UselessReplies {
  private readonly counts = new Map<string, number>();

  allow(from: string, read: readonly Inbound[]): boolean {
    const count = read.some(({ kind }) => kind === 'says') ? (this.counts.get(from) ?? 0) + 1 : 0;
    this.counts.delete(from);
    if (count > 0) this.counts.set(from, count);
    const [oldest] = this.counts.keys();
    if (oldest !== undefined && this.counts.size > contactLimits.numbersRemembered) this.counts.delete(oldest);
    return count <= contactLimits.uselessReplies;
  }
}

interface Asking {
  readonly key: string;
  readonly id: string | undefined;
  readonly at: number;
}

/** A gateway that gives no ids, or the same ones again, tries again within seconds. */
const confirmsAfter = 10 * duration.second;

/** What was asked once: another reply that asks for it is a confirmation. The same reply, read again, is none. */
class AskedOnce {
  private readonly first = new Map<string, Asking>();

  repeats(key: string, asking: Asking): boolean {
    const first = this.first.get(key);
    if (first !== undefined) {
      const hasOtherId = asking.id !== undefined && asking.id !== first.id;
      return asking.key !== first.key && (hasOtherId || Math.abs(asking.at - first.at) >= confirmsAfter);
    }
    this.first.set(key, asking);
    const [oldest] = this.first.keys();
    if (oldest !== undefined && this.first.size > contactLimits.numbersRemembered) this.first.delete(oldest);
    return false;
  }
}

/** Codes of no page, by number: whoever guesses is read again after an hour. Numbers that get no pages are never read. */
class WrongCodes {
  private readonly times = new Map<string, readonly number[]>();

  bars(from: string, now: number): boolean {
    const times = this.times.get(from) ?? [];
    const last = times.at(-1);
    return last !== undefined && times.length >= contactLimits.wrongReplyCodes && Math.abs(now - last) < contactLimits.repliesOff;
  }

  note(from: string, now: number): void {
    const recent = (this.times.get(from) ?? []).filter((at) => Math.abs(now - at) < contactLimits.wrongCodesWithin);
    this.times.delete(from);
    this.times.set(from, [...recent, now]);
    const [oldest] = this.times.keys();
    if (oldest !== undefined && this.times.size > contactLimits.numbersRemembered) this.times.delete(oldest);
  }
}
