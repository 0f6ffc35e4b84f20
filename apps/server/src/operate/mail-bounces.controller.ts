import { createHash } from 'node:crypto';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { mailBounce, type MailBounceResult } from '@tocsin/contracts/mail-server/noun.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import { Dispatcher } from '../command/dispatcher.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { pagesSentWith } from '../deliveries/bundle-members.js';
import { readBounce, type BounceReport } from '../deliveries/bounce-report.js';
import { parseMailId, type NamedMail } from '../deliveries/mail-ids.js';
import { HttpProblem, parseOrThrow } from '../problems/problem.js';

const dependencies = ['reads'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Takes mails that came back to the sender of this installation’s mails. */
@Controller('api/mail/bounces')
export class MailBouncesController {
  constructor(
    @Uses(dependencies) private readonly parts: Dependencies,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** The same notification again has no second effect. */
  @Post()
  @HttpCode(200)
  async take(@Body() body: unknown): Promise<MailBounceResult> {
    const { message } = parseOrThrow(mailBounce, body);
    const report = await readBounce(message);
    const mail = report && parseMailId(report.messageId);
    if (!report || !mail) return { about: null, result: 'ignored' };
    const commands = mail.kind === 'code' ? codeBounced(mail, report) : this.pagesBounced(mail, report);
    const digest = createHash('sha256').update(message).digest('hex');
    let isRecorded = false;
    for (const [n, { type, data }] of commands.entries()) {
      const order = { commandId: deriveEventId('bounce', digest, type, n), actor: systemActor };
      const result = await this.dispatcher.send(type, data, order).catch(nullIfRefused);
      isRecorded ||= result?.kind === 'done';
    }
    return { about: mail.kind === 'code' ? 'code' : 'page', result: !isRecorded ? 'ignored' : report.isFinal ? 'failed' : 'delayed' };
  }

  /** All pages of a bundle came back with it. */
  private pagesBounced(
    { groupId, pageId, contactMethodId }: Extract<NamedMail, { kind: 'page' | 'bundle' }>,
    { isFinal, detail }: BounceReport,
  ) {
    const named = { groupId, pageId };
    const others = pagesSentWith(this.parts, named, contactMethodId).filter((one) => one.pageId !== pageId);
    return [named, ...others].map((page) => ({ type: 'RecordBounce' as const, data: { ...page, contactMethodId, isFinal, detail } }));
  }
}

/** A page or person that is not known here: the mail is not one of this installation’s. */
const nullIfRefused = (error: unknown): null => {
  if (error instanceof HttpProblem) return null;
  throw error;
};

/** A code that is delayed may still come. */
const codeBounced = ({ personId, contactMethodId }: Extract<NamedMail, { kind: 'code' }>, { isFinal, detail }: BounceReport) =>
  isFinal
    ? [{ type: 'RecordVerification' as const, data: { personId, contactMethodId, outcome: 'failed', reason: 'delivery.bounced', detail } }]
    : [];
