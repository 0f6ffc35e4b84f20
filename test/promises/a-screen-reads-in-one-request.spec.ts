import { limits } from '@tocsin/contracts/limits.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

type Answers = readonly ({ readonly answer: unknown } | { readonly problem: { readonly code: string } } | null)[];
const readTogether = (reads: readonly string[], api = stage.ana.api) =>
  api.request<Answers>('GET', `/api/views?${reads.map((read) => `read=${encodeURIComponent(read)}`).join('&')}`);

describe('several reads in one request', () => {
  it('are answered as each is alone, in their order', async () => {
    const { teamId } = stage.setUpAnswer;
    const reads = ['teams?limit=200', `teams/${teamId}`, 'services?where.state=active&limit=1&count=1', `people/${stage.ana.personId}`];
    await stage.settle();
    const { status, body } = await readTogether(reads);
    const alone = await Promise.all(
      reads.map(async (read) => ({ answer: (await stage.ana.api.request('GET', `/api/views/${read}`)).body })),
    );
    expect([status, body]).toEqual([200, alone]);
  });

  it('show each reader what they may see', async () => {
    const bo = await stage.addPerson('Bo');
    await stage.settle();
    const { body } = await readTogether([`people/${stage.ana.personId}`, `people/${bo.personId}`], bo.api);
    expect(body).toMatchObject([
      { answer: { row: { email: '' } } },
      { answer: { row: { email: expect.stringContaining('@') as string } } },
    ]);
  });

  it('are refused one by one', async () => {
    const { body } = await readTogether([
      'nonsense',
      'teams',
      'teams?sort=colour',
      'teams/none',
      '?',
      'alertGroups/%zz',
      'teams?__proto__=1',
    ]);
    const codes = body.map((one) => (one && 'problem' in one ? one.problem.code : 'answer'));
    const refused = 'request.invalid';
    expect(codes).toEqual(['request.unknown_view', 'answer', refused, 'request.not_found', refused, refused, 'answer']);
  });

  it('are at least one, and not too many', async () => {
    const refusedAnswers = await Promise.all(
      [[], Array.from({ length: limits.readsTogether + 1 }, () => 'teams')].map((reads) => readTogether(reads)),
    );
    expect(refusedAnswers.map(({ status }) => status)).toEqual([422, 422]);
    expect((await readTogether(Array.from({ length: limits.readsTogether }, () => 'teams?limit=1'))).status).toBe(200);
  });
});
