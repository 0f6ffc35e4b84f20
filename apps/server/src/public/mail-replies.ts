import { createHash, timingSafeEqual } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { fill, refusals } from '@tocsin/contracts/refusals.js';
import { alertGroupDecider } from '@tocsin/domain/operation/alert-groups/decider.js';
import { pageOf, type ExistingGroup, type Page } from '@tocsin/domain/operation/alert-groups/state.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { InboundAct, InboundResult } from '../channels/inbound.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { isProven, parseMailId, type NamedMail } from '../deliveries/mail-ids.js';
import { performInbound, type PageActs } from './perform-inbound.js';
import { isReplyKey, mailReplyKey } from '../secrets/mail-reply.js';
import { PageLinks } from '../secrets/page-links.js';
import type { MailAnswer, MailAnswered, ReadMail, ReplyDoor } from '../ingest/mail/mail-messages.js';
import { readWord } from './reply-word.js';

type Parts = Pick<ServerParts, 'reads' | 'runner' | 'troubles' | 'vault'>;

/** What carries replies out, once commands are taken. */
export interface ReplyActs {
  readonly pages: PageActs;
  readonly mailer: Pick<Mailer, 'send'>;
}

interface RepliedPage {
  readonly secret: string;
  readonly personId: string;
  readonly contactMethodId: string;
  /** `#1042`, or how many there are. */
  readonly about: string;
  readonly isBundle: boolean;
}
type NamedPage = Extract<NamedMail, { readonly kind: 'page' | 'bundle' }>;

const taken: MailAnswer = { code: 250, says: 'Taken' };
const later: MailAnswer = { code: 451, says: 'Try again later' };
const unknown: MailAnswer = { code: 550, says: 'No such page' };
const automatic: MailAnswer = { code: 554, says: 'Only people can answer a page' };
const answerWithin = 20 * duration.second;

/** Pages that a mail may be about. */
const mostNamed = 3;

/** Without an id, the same mail is the same reply. */
const replyId = (key: string, { id }: MailAnswered, text: string): string =>
  id === '' ? createHash('sha256').update(`${key}\n${text}`).digest('hex') : id;

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const notUnderstood = 'Not understood, so nothing was done. Reply with “ack” to acknowledge';

const wordsOf = ({ isBundle }: RepliedPage, act: InboundAct | null, result: InboundResult): string => {
  if (act === null) return isBundle ? `${notUnderstood} all that are open.` : `${notUnderstood}, or with “close” to resolve.`;
  if (result !== 'done' && result !== 'not_understood') return fill(refusals[result].says, {});
  if (isBundle) return 'Acknowledged. What was resolved before stays as it is.';
  return act.kind === 'resolve' ? 'Resolved.' : 'Acknowledged.';
};

/**
 * Replies to mails about pages. The address that was answered is the credential, for it holds a MAC of the page’s secret; which page it is stands in
 * `In-Reply-To`. Whom a mail says it is from means nothing: the answer goes to the address that the page was sent to.
 */
export class MailReplies implements ReplyDoor {
  private acts: ReplyActs | null = null;
  private readonly links: PageLinks;

  constructor(private readonly parts: Parts) {
    this.links = new PageLinks(parts.vault);
  }

  /** From now on replies are taken. */
  open(acts: ReplyActs): void {
    this.acts = acts;
  }

  readonly isFor = isReplyKey;

  async take(key: string, { answers, text }: ReadMail): Promise<MailAnswer> {
    const { acts } = this;
    if (!acts || quarantineOf(this.parts.reads)) return later;
    if (!answers) return unknown;
    if (answers.isByProgram) return automatic;
    const page = await this.pageOf(key, answers.to);
    if (!page) return unknown;
    const act = this.actOf(page, text, replyId(key, answers, text));
    const result = act ? await performInbound(act, acts.pages) : 'not_understood';
    // what was done is done, also if nobody can be told
    await this.answer(acts, page, wordsOf(page, act, result), answers.id).catch((error: unknown) =>
      this.parts.troubles.note('replies by mail', error),
    );
    return taken;
  }

  /** A message for several pages is not resolved: nobody has looked at each. */
  private actOf({ secret, isBundle }: RepliedPage, text: string, id: string): InboundAct | null {
    const word = readWord(text);
    if (isBundle && word === 'resolve') return null;
    const key = `mail ${id}`;
    if (word === 'acknowledge') return { kind: 'act', act: 'acknowledge', secret, key };
    return word === 'resolve' ? { kind: 'resolve', secret, key } : null;
  }

  /** What the mail is about, if the key is its own. */
  private async pageOf(key: string, messageIds: readonly string[]): Promise<RepliedPage | null> {
    const named = messageIds.flatMap((messageId) => {
      const one = parseMailId(messageId);
      return one && one.kind !== 'code' ? [{ ...one, messageId }] : [];
    });
    for (const one of named.slice(0, mostNamed)) {
      const found = await this.findPage(one);
      const replied = found && this.repliesOf(one, found).find(({ secret }) => isSame(mailReplyKey(this.parts.vault, secret), key));
      if (replied) return replied;
    }
    return null;
  }

  /**
   * From memory; what is over is dropped there, while others of its message may be open. Anybody may send mails, so the log is read only for an id that
   * this installation made.
   */
  private async findPage({
    kind,
    messageId,
    ...first
  }: NamedPage & { readonly messageId: string }): Promise<{ readonly group: ExistingGroup; readonly page: Page } | null> {
    const { groupId, pageId } = first;
    const { reads, runner, vault } = this.parts;
    const known = reads.groups.get(groupId);
    const there = known && pageOf(known, pageId);
    if (known && there) return { group: known, page: there };
    if (!known || kind === 'page' || !isProven(vault, first, messageId)) return null;
    const group = await runner.readState(alertGroupDecider, groupId);
    const page = group.status === 'none' ? undefined : pageOf(group, pageId);
    return group.status !== 'none' && page ? { group, page } : null;
  }

  /** The messages that the mail may be: a page, or those for several that the page went out with. */
  private repliesOf(
    { kind, contactMethodId }: NamedPage,
    { group, page }: { readonly group: ExistingGroup; readonly page: Page },
  ): readonly RepliedPage[] {
    const { pageId, personId, opening, attempts } = page;
    const { groupId, number } = group;
    const common = { personId, contactMethodId };
    if (kind === 'page')
      return [{ ...common, secret: this.links.pageSecret({ pageId, groupId, personId, opening }), about: `#${number}`, isBundle: false }];
    const rings = Object.values(attempts).flatMap(({ ring, isBundled }) => (ring !== undefined && isBundled ? [ring] : []));
    const about = `#${number} and others`;
    return rings.map((bundleId) => ({ ...common, secret: this.links.bundleSecret({ bundleId, personId }), about, isBundle: true }));
  }

  private async answer({ mailer }: ReplyActs, { personId, contactMethodId, about }: RepliedPage, says: string, id: string): Promise<void> {
    const methods = this.parts.reads.contacts.get(personId)?.methods ?? [];
    const method = methods.find((one) => one.contactMethodId === contactMethodId && one.verified);
    if (!method || isErased(method.address)) return;
    const headers = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', ...(id === '' ? {} : { 'In-Reply-To': id }) };
    const mail = {
      to: method.address,
      subject: `${about}: ${says.split('. ')[0]!.replace(/\.$/, '')}`,
      text: says,
      html: `<p>${says}</p>`,
    };
    await mailer.send({ ...mail, headers, deadlineMs: answerWithin }).catch((error: unknown) => {
      // it was carried out
      if (!(error instanceof OutgoingFailed)) throw error;
    });
  }
}
