import { MemoryVault } from '@tocsin/platform/vault/memory-vault.js';
import { partOf } from '@tocsin/testing/deep-partial.js';
import { bundleMailId, provenDigest } from '../deliveries/mail-ids.js';
import { mailReplyKey } from '../secrets/mail-reply.js';
import { PageLinks } from '../secrets/page-links.js';
import { MailReplies, type ReplyActs } from './mail-replies.js';

type Parts = ConstructorParameters<typeof MailReplies>[0];

const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const mailId = (n: number): string => `<page.${[n, 100, 101].map((one) => idOf(one).replaceAll('-', '')).join('.')}.1@tocsin.example>`;
const vault = new MemoryVault();
const page = { pageId: idOf(100), personId: idOf(200), opening: 1 };
const secret = new PageLinks(vault).pageSecret({ ...page, groupId: idOf(1) });
const address = mailReplyKey(vault, secret);
let isHeld: boolean;
let keys: (string | undefined)[];
let looked: string[];
let readTimes: number;
let replies: MailReplies;
beforeEach(() => {
  [isHeld, keys, looked, readTimes] = [false, [], [], 0];
  const group = { groupId: idOf(1), number: 1, pages: [page] };
  replies = new MailReplies(
    partOf<Parts>({
      vault,
      runner: {
        readState: async () => {
          readTimes += 1;
          return { status: 'none' };
        },
      },
      reads: {
        organisation: { get: () => (isHeld ? { held: { since: '', backupAt: '' } } : undefined) },
        groups: {
          get: (id: string) => {
            looked.push(id);
            return id === idOf(1) ? group : undefined;
          },
        },
        contacts: { get: () => undefined },
      },
    }),
  );
  const actOnce = async (_secret: string, _act: unknown, _limit: string, key?: string) => void keys.push(key);
  replies.open(partOf<ReplyActs>({ pages: { actOnce } }));
});

const take = (to: readonly string[], { text = 'ack', id = '', key = address } = {}) =>
  replies.take(key, { from: '', subject: '', text, answers: { id, to, isByProgram: false } });

describe('a reply to a mail', () => {
  it('is carried out while the store is not paused, and may come again later otherwise', async () => {
    isHeld = true;
    expect(await take([mailId(1)])).toMatchObject({ code: 451 });
    expect(keys).toEqual([]);
    isHeld = false;
    expect(await take([mailId(1)])).toMatchObject({ code: 250 });
    expect(keys).toHaveLength(1);
  });

  it('is about one of three pages at most, and those that are not open or recent are not looked for further', async () => {
    expect(await take([mailId(4), mailId(3), mailId(2), mailId(1)])).toMatchObject({ code: 550 });
    expect(looked).toEqual([idOf(4), idOf(3), idOf(2)]);
    expect(await take([mailId(3), mailId(2), mailId(1)])).toMatchObject({ code: 250 });
  });

  it('that names a message for several pages makes the server read the log only when it made that id', async () => {
    const first = { groupId: idOf(1), pageId: idOf(300) };
    const bundleId = (pagesDigest: string) => `<${bundleMailId({ first: [first], pagesDigest } as never, idOf(101))}@tocsin.example>`;
    const digest = '0123456789abcdef';
    const foreign = provenDigest(new MemoryVault(), first, digest);
    const other = provenDigest(vault, { ...first, pageId: idOf(301) }, digest);
    for (const one of [digest, foreign, other]) expect(await take([bundleId(one)])).toMatchObject({ code: 550 });
    expect(readTimes).toBe(0);
    await take([bundleId(provenDigest(vault, first, digest))]);
    expect(readTimes).toBe(1);
  });

  it('without an id is the same as one with the same words to the same page only', async () => {
    await take([mailId(1)]);
    await take([mailId(1)]);
    await take([mailId(1)], { text: 'ack, again' });
    await take([mailId(1)], { id: '<1@example.org>' });
    expect(keys[0]).toBe(keys[1]);
    expect([...new Set(keys)]).toEqual([expect.stringMatching(/^mail [\da-f]{64}$/), 'mail <1@example.org>']);
  });
});
