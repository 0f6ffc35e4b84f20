import { Stage } from '@tocsin/testing/stage.js';

jest.setTimeout(60_000);

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

describe('the movable clock', () => {
  it('answers when the deliveries that it caused have ended, one that nobody answers too', async () => {
    stage.ana.phone.hang();
    await stage.generic({ summary: 'Nobody answers', key: 'hangs' });
    await stage.advance('PT1S');
    const { id } = await stage.group(1);
    const [page] = await stage.pagesOf(id, stage.ana);
    expect(page!.attempts.map(({ state, reason }) => [state, reason])).toEqual([
      ['failed', 'delivery.timeout'],
      ['queued', null],
    ]);
    stage.ana.phone.recover();
    await stage.advance('PT15S');
    expect((await stage.pagesOf(id, stage.ana))[0]!.attempts.map(({ state }) => state)).toEqual(['failed', 'delivered']);
  });
});
