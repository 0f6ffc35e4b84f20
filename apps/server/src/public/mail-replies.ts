import { createHash, timingSafeEqual } from 'node:crypto';
import { duration } from '@tocsin/contracts/duration.js';
import { isErased } from '@tocsin/contracts/ids.js';
import { fill, refusals } from '@tocsin/contracts/refusals.js';
import { pageOf, type ExistingGroup } from '@tocsin/domain/operation/alert-groups/state.js';
import { OutgoingFailed } from '@tocsin/platform/http/outgoing-failed.js';
import type { Mailer } from '@tocsin/platform/mail/mailer.js';
import type { InboundAct, InboundResult } from '../channels/inbound.js';
import type { ServerParts } from '../core/server-parts.js';
import { quarantineOf } from '../core/store-quarantine.js';
import { parseMailId } from '../deliveries/mail-ids.js';
import { performInbound, type PageActs } from './perform-inbound.js';
import { isReplyKey, mailReplyKey } from '../secrets/mail-reply.js';
import { PageLinks } from '../secrets/page-links.js';
import type { MailAnswer, MailAnswered, ReadMail, ReplyDoor } from '../ingest/mail/mail-messages.js';
import { readWord } from './reply-word.js';

type Parts = Pick<ServerParts, 'reads' | 'troubles' | 'vault'>;

/** What carries replies out, once commands are taken. */
export interface ReplyActs {
  readonly pages: PageActs;
  readonly mailer: Pick<Mailer, 'send'>;
}

interface RepliedPage {
  readonly secret: string;
  readonly personId: string;
  readonly contactMethodId: string;
  readonly group: ExistingGroup;
}

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

const wordsOf = (act: InboundAct | null, result: InboundResult): string => {
  if (act === null) return 'Not understood, so nothing was done. Reply with “ack” to acknowledge, or with “close” to resolve.';
  if (result !== 'done' && result !== 'not_understood') return fill(refusals[result].says, {});
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
    const page = this.pageOf(key, answers.to);
    if (!page) return unknown;
    const act = this.actOf(page, text, replyId(key, answers, text));
    const result = act ? await performInbound(act, acts.pages) : 'not_understood';
    // what was done is done, also if nobody can be told
    await this.answer(acts, page, wordsOf(act, result), answers.id).catch((error: unknown) =>
      this.parts.troubles.note('replies by mail', error),
    );
    return taken;
  }

  private actOf({ secret }: RepliedPage, text: string, id: string): InboundAct | null {
    const word = readWord(text);
    const key = `mail ${id}`;
    if (word === 'acknowledge') return { kind: 'act', act: 'acknowledge', secret, key };
    return word === 'resolve' ? { kind: 'resolve', secret, key } : null;
  }

  /** Of what is open, or was recently: anybody may send mails, so no state is read for them. */
  private pageOf(key: string, messageIds: readonly string[]): RepliedPage | null {
    const named = messageIds.flatMap((messageId) => {
      const one = parseMailId(messageId);
      return one?.kind === 'page' ? [one] : [];
    });
    for (const { groupId, pageId, contactMethodId } of named.slice(0, mostNamed)) {
      const group = this.parts.reads.groups.get(groupId);
      const page = group && pageOf(group, pageId);
      if (!group || !page) continue;
      const { personId, opening } = page;
      const secret = this.links.pageSecret({ pageId, groupId, personId, opening });
      if (isSame(mailReplyKey(this.parts.vault, secret), key)) return { secret, personId, contactMethodId, group };
    }
    return null;
  }

  private async answer({ mailer }: ReplyActs, { personId, contactMethodId, group }: RepliedPage, says: string, id: string): Promise<void> {
    const methods = this.parts.reads.contacts.get(personId)?.methods ?? [];
    const method = methods.find((one) => one.contactMethodId === contactMethodId && one.verified);
    if (!method || isErased(method.address)) return;
    const headers = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All', ...(id === '' ? {} : { 'In-Reply-To': id }) };
    const mail = {
      to: method.address,
      subject: `#${group.number}: ${says.split('. ')[0]!.replace(/\.$/, '')}`,
      text: says,
      html: `<p>${says}</p>`,
    };
    await mailer.send({ ...mail, headers, deadlineMs: answerWithin }).catch((error: unknown) => {
      // it was carried out
      if (!(error instanceof OutgoingFailed)) throw error;
    });
  }
}
