import { createHash } from 'node:crypto';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { mailBounce, type MailBounceResult } from '@tocsin/contracts/mail-server.js';
import { systemActor } from '@tocsin/kernel/react/process.js';
import { deriveEventId } from '@tocsin/kernel/ids.js';
import type { ServerParts } from '../core/server-parts.js';
import { Uses } from '../core/injection.js';
import { pagesSentWith } from '../deliveries/bundle-members.js';
import { readBounce, type BounceReport } from '../deliveries/bounce-report.js';
import { parseMailId, type NamedMail } from '../deliveries/mail-ids.js';
import { parseOrThrow } from '../problems/problem.js';

const dependencies = ['reads', 'runner'] as const;
type Dependencies = Pick<ServerParts, (typeof dependencies)[number]>;

/** Takes mails that came back to the sender of this installation’s mails. */
@Controller('api/mail/bounces')
export class MailBouncesController {
  constructor(@Uses(dependencies) private readonly parts: Dependencies) {}

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
    const results = [];
    for (const [n, command] of commands.entries()) {
      const commandId = deriveEventId('bounce', digest, command.type, n);
      results.push(await this.parts.runner.run({ command, commandId, actor: systemActor, correlationId: commandId, causationId: null }));
    }
    const isRecorded = results.some(({ kind }) => kind === 'done');
    return { about: mail.kind === 'code' ? 'code' : 'page', result: !isRecorded ? 'ignored' : report.isFinal ? 'failed' : 'delayed' };
  }

  /** All pages of a bundle came back with it. */
  private pagesBounced(
    { groupId, pageId, contactMethodId }: Extract<NamedMail, { kind: 'page' | 'bundle' }>,
    { isFinal, detail }: BounceReport,
  ) {
    const named = { groupId, pageId };
    const others = pagesSentWith(this.parts, named, contactMethodId).filter((one) => one.pageId !== pageId);
    return [named, ...others].map((page) => ({ type: 'RecordBounce', data: { ...page, contactMethodId, isFinal, detail } }));
  }
}

/** A code that is delayed may still come. */
const codeBounced = ({ personId, contactMethodId }: Extract<NamedMail, { kind: 'code' }>, { isFinal, detail }: BounceReport) =>
  isFinal
    ? [{ type: 'RecordVerification', data: { personId, contactMethodId, outcome: 'failed', reason: 'delivery.bounced', detail } }]
    : [];
