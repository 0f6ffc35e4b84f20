import { bundleMailId, codeMailId, pageMailId } from '../../deliveries/mail-ids.js';
import { refusalOfMail } from './unwanted.js';

const refusalOf = (...lines: string[]) => refusalOfMail(lines.map((line) => ({ key: line.split(':', 1)[0]!.toLowerCase(), line })));
const id = (digit: string): string => `${digit.repeat(8)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`;
const page = { groupId: id('a'), pageId: id('b'), messageNumber: 1 } as Parameters<typeof pageMailId>[0];
const methodId = id('c');
const ofTocsin = (left: string): string => `Message-ID: <${left}@tocsin.example.org>`;
const hops = (count: number): string[] => Array.from({ length: count }, (_none, n) => `Received: from a by b; ${n}`);

describe('a mail to an integration', () => {
  it.each([
    ['an answer of somebody who is away', 'Auto-Submitted: auto-replied (vacation)'],
    ['an answer of Exchange', 'X-AutoReply: yes'],
    ['a bounce', 'Content-Type: multipart/report; report-type=delivery-status'],
    ['a page of any Tocsin', ofTocsin(pageMailId(page, methodId))],
    ['a bundle of any Tocsin', ofTocsin(bundleMailId({ first: [page], pagesDigest: 'ab12' } as never, methodId))],
    ['a code of any Tocsin', ofTocsin(codeMailId({ personId: page.groupId, contactMethodId: methodId, askedBy: page.pageId } as never))],
  ])('is refused when it is %s', (_what, line) => expect(refusalOf('Subject: Disk full', line)).not.toBeNull());

  it('is refused when it goes round in circles', () => {
    expect(refusalOf(...hops(40))).toBeNull();
    expect(refusalOf(...hops(41))).not.toBeNull();
  });

  it.each([
    ['cron and monitoring systems write it', 'Auto-Submitted: auto-generated'],
    ['nothing is said', 'Auto-Submitted: no'],
    ['it came through a list', 'Precedence: bulk'],
    ['another program named it', 'Message-ID: <page.1@example.org>'],
  ])('is taken when %s', (_what, line) => expect(refusalOf('Subject: Disk full', line)).toBeNull());
});
