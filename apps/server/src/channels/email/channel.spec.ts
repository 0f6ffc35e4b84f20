import { SmtpMailer } from '@tocsin/platform/mail/smtp-mailer.js';
import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { parseSmtpServer } from '@tocsin/platform/mail/smtp-server.js';
import { Mailbox } from '@tocsin/testing/fakes/mailbox.js';
import type { Channel } from '../channel.js';
import { emailChannel } from './channel.js';
import { bundleOf } from '../../deliveries/push-kinds.fixture.js';
import { contactMethod, page, verificationMessage } from '../../deliveries/message.fixture.js';
import { pageText } from '../../deliveries/wording.js';

let mailbox: Mailbox;
let channel: Channel;

beforeEach(async () => {
  mailbox = await Mailbox.start();
  channel = emailChannel({
    calls: { mailer: new SmtpMailer({ server: () => parseSmtpServer(mailbox.url, 'Tocsin <tocsin@example.org>') }) },
    server: { config: { mailPort: null }, vault: new MemoryVault() },
  });
});
afterEach(async () => mailbox.close());

describe('a page by mail', () => {
  it('is sent: subject, text and button', async () => {
    expect(await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 })).toEqual({
      ok: true,
      state: 'sent',
      providerId: expect.stringMatching(/^<page\.[\da-f]{32}\.[\da-f]{32}\.[\da-f]{32}\.1@example\.org>$/),
    });
    const mail = await mailbox.waitFor();
    expect(mail.subject).toBe('‼ #1042 Disk is full on db-1 · Payments');
    expect(mail.text?.trim()).toBe(pageText(page()));
    expect(mail.html).toContain('href="https://tocsin.example/p/SECRET"');
  });

  it('asks machines not to answer, and says how important it is', async () => {
    await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 });
    const loud = await mailbox.waitFor();
    expect([loud.headers.get('auto-submitted'), loud.headers.get('x-auto-response-suppress'), loud.headers.get('priority')]).toEqual([
      'auto-generated',
      'All',
      'high',
    ]);
    await channel.deliver('page', page({ quiet: true, cause: { kind: 'resolved' } }), contactMethod(), { deadlineMs: 5_000 });
    const quietMail = await mailbox.waitFor((mail) => mail.subject?.startsWith('✓') ?? false);
    expect(quietMail.headers.has('priority')).toBe(false);
  });

  it('stands with the other mails about its group', async () => {
    await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 });
    await channel.deliver('page', page({ messageNumber: 2 }), contactMethod(), { deadlineMs: 5_000 });
    const thread = `<group-${page().groupId}@tocsin.example>`;
    expect(mailbox.messages.map((mail) => [mail.references, mail.inReplyTo, mail.headers.get('x-tocsin-group')])).toEqual([
      [thread, thread, page().groupId],
      [thread, thread, page().groupId],
    ]);
    expect(new Set(mailbox.messages.map((mail) => mail.messageId)).size).toBe(2);
  });

  it('has the Message-ID of its page and method, whichever attempt carries it', async () => {
    const attemptId = '0197a001-0000-7000-8000-00000000000f';
    const idsOf = async (...pages: readonly ReturnType<typeof page>[]) => {
      const ids: unknown[] = [];
      for (const one of pages) ids.push(await channel.deliver('page', one, contactMethod(), { deadlineMs: 5_000 }));
      return ids;
    };
    const [first, repeated, later] = await idsOf(page(), page({ attemptId }), page({ attemptId, messageNumber: 2 }));
    expect(repeated).toEqual(first);
    expect(later).not.toEqual(first);
    const other = contactMethod({ contactMethodId: '0197a001-0000-7000-8000-0000000000ff' });
    expect(await channel.deliver('page', page(), other, { deadlineMs: 5_000 })).not.toEqual(first);
  });

  it('for several pages has the Message-ID of those pages', async () => {
    const otherBundle = '0197a001-0000-7000-8000-0000000000b2';
    const first = await channel.deliver('bundle', bundleOf(), contactMethod(), { deadlineMs: 5_000 });
    expect(await channel.deliver('bundle', bundleOf({ bundleId: otherBundle }), contactMethod(), { deadlineMs: 5_000 })).toEqual(first);
    expect(
      await channel.deliver('bundle', bundleOf({ pagesDigest: 'fedcba9876543210' }), contactMethod(), { deadlineMs: 5_000 }),
    ).not.toEqual(first);
  });

  it('is not sent: the mail server refuses, for good or for now', async () => {
    mailbox.refuse('recipient', 550, 'no such user');
    expect(await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      reason: 'delivery.provider_rejected',
      retry: false,
    });
    mailbox.refuse('recipient', 450, 'later');
    expect(await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      reason: 'delivery.provider_rejected',
      retry: true,
    });
  });

  it('is not sent: the mail server does not confirm it, or none is set up', async () => {
    mailbox.cut();
    expect(await channel.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      reason: 'delivery.outcome_unknown',
      retry: true,
    });
    const none = emailChannel({
      calls: { mailer: new SmtpMailer({ server: () => null }) },
      server: { config: { mailPort: null }, vault: new MemoryVault() },
    });
    expect(await none.deliver('page', page(), contactMethod(), { deadlineMs: 5_000 })).toMatchObject({
      ok: false,
      reason: 'delivery.not_configured',
      retry: false,
    });
  });
});

describe('a code by mail', () => {
  it('is in subject and text', async () => {
    expect(await channel.deliver('code', verificationMessage(), contactMethod(), { deadlineMs: 5_000 })).toMatchObject({
      ok: true,
      state: 'sent',
    });
    expect((await mailbox.waitFor()).text).toContain('042137');
    expect(mailbox.lastCode()).toBe('042137');
    expect(mailbox.messages[0]!.messageId).toMatch(/^<code\.[\da-f.]+@example\.org>$/);
  });
});
