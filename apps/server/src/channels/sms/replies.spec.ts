import { readReply } from './replies.js';
import type { PageToNumber } from './waiting-pages.js';

type Pages = Parameters<typeof readReply>[1];

const bundle = { secret: 'of the bundle', open: 2, isFiring: true };
const page = (number: number, more: Partial<PageToNumber> = {}): PageToNumber => ({
  number,
  about: `#${number} Disk ${number}`,
  secret: `of ${number}`,
  holder: null,
  isFiring: true,
  bundle: null,
  ...more,
});

const reply = (text: string, waiting: readonly PageToNumber[], more: Partial<Pages> = {}) =>
  readReply(
    { text, key: 'SM1', isListed: false },
    {
      waiting,
      isVague: false,
      requiresCode: false,
      numbered: (number) => Promise.resolve(waiting.find((one) => one.number === number)),
      confirms: () => false,
      ...more,
    },
  );
const [six, seven] = [page(6, { bundle }), page(7, { bundle })];
const acknowledged = [{ kind: 'act', act: 'acknowledge', secret: bundle.secret, about: 'all 2 with #6', key: 'SM1' }];

describe('a reply for all that one message named', () => {
  it('is understood with the number of any of them, or without one while nothing else waits', async () => {
    expect(await reply('6aa', [six, seven])).toEqual(acknowledged);
    expect(await reply(' “7 Aa”', [six, seven])).toMatchObject([{ secret: bundle.secret, about: 'all 2 with #7' }]);
    expect(await reply('aa', [six, seven])).toEqual(acknowledged);
  });

  it.each([
    ['a page went out alone beside it', [six, seven, page(8)], {}],
    ['another message waits as well', [six, page(9, { bundle: { ...bundle, secret: 'of another' } })], {}],
    ['a word alone is never enough', [six, seven], { requiresCode: true }],
    ['others may have waited when it was written', [six, seven], { isVague: true }],
  ] as const)('names the codes without one where %s', async (_, waiting, more) => {
    expect(await reply('aa', waiting, more)).toEqual([{ kind: 'says', says: expect.stringMatching(/^Reply 6AA: all 2\. /) as string }]);
  });

  it('resolves only when it is meant, while one of them still fires', async () => {
    expect(await reply('6cc', [six, seven])).toEqual([{ kind: 'says', says: 'Still firing: reply 6CC again to resolve all 2 with #6' }]);
    const resolves = [{ kind: 'resolve', secret: bundle.secret, about: 'all 2 with #6', key: 'SM1' }];
    expect(await reply('6cc', [six, seven], { confirms: () => true })).toEqual(resolves);
    expect(await reply('cc', [{ ...six, bundle: { ...bundle, isFiring: false } }])).toEqual(resolves);
  });

  it('is about one page where its message named one, and about nothing where none was sent there', async () => {
    expect(await reply('8aa', [page(8)])).toMatchObject([{ act: 'acknowledge', secret: 'of 8' }]);
    expect(await reply('6aa', [])).toEqual([{ kind: 'says', says: 'No page for #6 was sent to this number.' }]);
    expect(await reply('aa', [])).toEqual([{ kind: 'says', says: 'No page to this number is waiting for an answer.' }]);
  });

  it('is answered in one part, however many wait', async () => {
    const many = Array.from({ length: 200 }, (_, n) => page(n + 1, { bundle: { ...bundle, secret: `of ${n}`, open: 2_000 } }));
    const [one] = await reply('aa', many);
    expect(one).toMatchObject({ kind: 'says' });
    expect((one as { readonly says: string }).says.length).toBeLessThanOrEqual(160);
  });
});
