import { bounceOf } from '@tocsin/testing/fakes/bounces.js';
import { readBounce } from './bounce-report.js';
import { bundleMailId, codeMailId, pageMailId, parseMailId } from './mail-ids.js';
import { page, verificationMessage } from './message.fixture.js';
import { bundleOf } from './push-kinds.fixture.js';

const messageId = '<page.1@example.org>';

describe('a mail that came back', () => {
  it('says which mail it was, that it failed for good, and why, without addresses', async () => {
    expect(await readBounce(bounceOf({ messageId, status: '5.1.1' }))).toEqual({
      messageId,
      isFinal: true,
      detail: '5.1.1: 550 5.1.1 … Recipient address rejected: User unknown in local recipient table',
    });
  });

  it('says that it is delayed', async () => {
    const delayed = {
      messageId,
      status: '4.4.1',
      action: 'delayed',
      diagnostic: 'connect to mail.example.org: Connection timed out',
    } as const;
    expect(await readBounce(bounceOf(delayed))).toEqual({
      messageId,
      isFinal: false,
      detail: '4.4.1: connect to mail.example.org: Connection timed out',
    });
    // given up after days of trying: it may work again
    expect(await readBounce(bounceOf({ ...delayed, action: 'failed' }))).toMatchObject({ isFinal: false });
  });

  it('is read by its headers alone, where the server sends back no more', async () => {
    const message = bounceOf({ messageId, status: '5.2.1' }).replace('Content-Type: message/rfc822', 'Content-Type: text/rfc822-headers');
    expect(await readBounce(message)).toMatchObject({ messageId, isFinal: true });
  });

  it.each([
    ['was delivered', bounceOf({ messageId, status: '2.0.0', action: 'delivered' })],
    ['has no status', bounceOf({ messageId, status: 'unknown' })],
    ['names no mail', bounceOf({ messageId: '', status: '5.1.1' })],
    ['has no original', bounceOf({ messageId, status: '5.1.1' }).replace('message/rfc822', 'text/plain')],
    ['is an answer of a person', 'From: ana@example.org\r\nSubject: Re: #1\r\n\r\nack\r\n'],
    ['is no mail', '\u0000\u0001 no mail'],
  ])('means nothing when it %s', async (_, message) => {
    expect(await readBounce(message)).toBeNull();
  });
});

describe('the Message-ID of a mail', () => {
  const method = '0197a001-0000-7000-8000-000000000005';
  it('is read back', () => {
    const { groupId, pageId } = page();
    expect(parseMailId(`<${pageMailId(page(), method)}@example.org>`)).toEqual({ kind: 'page', groupId, pageId, contactMethodId: method });
    expect(parseMailId(`<${bundleMailId(bundleOf(), method)}@example.org>`)).toEqual({
      kind: 'bundle',
      groupId,
      pageId,
      contactMethodId: method,
    });
    const { personId, contactMethodId } = verificationMessage();
    expect(parseMailId(`${codeMailId(verificationMessage())}@example.org`)).toEqual({ kind: 'code', personId, contactMethodId });
  });

  it.each(['', '<@>', '<page.1@example.org>', '<0197a001-0000-7000-8000-000000000005@example.org>'])('%j is none of a page', (text) => {
    expect(parseMailId(text)).toBeNull();
  });
});
