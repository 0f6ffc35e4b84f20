import * as contactLimits from '@tocsin/contracts/contacts/limits.js';
import type { Inbound } from '../inbound.js';
import { parseReply, type ParsedReply } from './grammar.js';
import { cutTo, toGsm7 } from './gsm7.js';
import type { PageToNumber } from './waiting-pages.js';

interface Reply {
  readonly text: string;
  /** The provider’s id of it. */
  readonly key: string;
  /** Read from the provider’s list, perhaps again. */
  readonly isListed: boolean;
}

interface Pages {
  readonly waiting: readonly PageToNumber[];
  /** When it was written, pages may have waited that wait no more. */
  readonly isVague: boolean;
  /** A word alone is never enough. */
  readonly requiresCode: boolean;
  readonly numbered: (number: number) => Promise<PageToNumber | undefined>;
  /** Whether this is the second reply that resolves the page with this secret, which still fires. */
  readonly confirms: (secret: string) => boolean;
}

const says = (text: string): readonly Inbound[] => [{ kind: 'says', says: cutTo(toGsm7(text), contactLimits.smsCharacters) }];

/** Of each message for several pages its first page. */
const bundlesOf = (pages: readonly PageToNumber[]): readonly PageToNumber[] => {
  const named = pages.filter(({ bundle }) => bundle !== null);
  return named.filter(({ bundle }, n) => named.findIndex((one) => one.bundle!.secret === bundle!.secret) === n);
};

/** `Reply 12AA: all 3. 12A: Disk is full. 13A: …` */
const codes = (waiting: readonly PageToNumber[]): string =>
  `Reply ${bundlesOf(waiting)
    .map(({ number, bundle }) => `${number}AA: all ${bundle!.open}. `)
    .join('')}${waiting.map(({ number, about }) => `${number}A: ${cutTo(about.replace(/^#\d+ /, ''), 24)}`).join('. ')}`;

const toAct = ({ act }: ParsedReply, page: PageToNumber, { key }: Reply, { confirms }: Pages): readonly Inbound[] => {
  const { secret, number, holder } = page;
  const about = holder === null ? page.about : `${page.about} (${holder} has it)`;
  if (act !== 'resolve') return [{ kind: 'act', act, secret, about, key }];
  if (page.isFiring && !confirms(secret)) return says(`Still firing: reply ${number}C again to resolve ${page.about}`);
  return [{ kind: 'resolve', secret, about, key }];
};

/** For all that the message named; one that named a page alone is answered as that page is. */
const toActOnAll = (parsed: ParsedReply, page: PageToNumber, reply: Reply, pages: Pages): readonly Inbound[] => {
  const { bundle, number } = page;
  if (!bundle) return toAct(parsed, page, reply, pages);
  const { secret } = bundle;
  const about = `all ${bundle.open} with #${number}`;
  if (parsed.act !== 'resolve') return [{ kind: 'act', act: parsed.act, secret, about, key: reply.key }];
  if (bundle.isFiring && !pages.confirms(secret)) return says(`Still firing: reply ${number}CC again to resolve ${about}`);
  return [{ kind: 'resolve', secret, about, key: reply.key }];
};

/** A word without a number, for all: it acts only while it can’t be about another message. */
const readForAll = (parsed: ParsedReply, reply: Reply, pages: Pages): readonly Inbound[] => {
  const { waiting, isVague, requiresCode } = pages;
  const bundles = bundlesOf(waiting);
  const [page] = bundles.length > 0 ? bundles : waiting;
  const isSure = bundles.length === 1 ? waiting.every(({ bundle }) => bundle?.secret === page!.bundle!.secret) : waiting.length === 1;
  return isSure && !isVague && !requiresCode ? toActOnAll(parsed, page!, reply, pages) : says(codes(waiting));
};

/**
 * What follows from a reply. A word without a number acts only while it can’t be about another page; whoever sends nonsense while nothing waits gets no
 * answer, because it may be a machine.
 */
export const readReply = async (reply: Reply, pages: Pages): Promise<readonly Inbound[]> => {
  const { waiting, numbered, isVague, requiresCode } = pages;
  const parsed = parseReply(reply.text);
  // a late reply from before the page, or one that was answered before a restart
  const saysNone = (text: string) => (reply.isListed && waiting.length === 0 ? [] : says(text));
  if (!parsed) return waiting.length === 0 ? [] : says(`Not understood. ${codes(waiting)}`);
  if (parsed.number !== null) {
    const page = await numbered(parsed.number);
    const act = parsed.isForAll ? toActOnAll : toAct;
    return page ? act(parsed, page, reply, pages) : saysNone(`No page for #${parsed.number} was sent to this number.`);
  }
  const [only, ...more] = waiting;
  if (!only) return saysNone('No page to this number is waiting for an answer.');
  if (parsed.isForAll) return readForAll(parsed, reply, pages);
  if ((isVague || requiresCode) && more.length === 0) return says(codes(waiting));
  return more.length === 0 ? toAct(parsed, only, reply, pages) : says(`${waiting.length} pages wait. ${codes(waiting)}`);
};
