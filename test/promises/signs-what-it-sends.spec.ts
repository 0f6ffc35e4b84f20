import { verifySignature } from '@tocsin/platform/http/webhook-signature.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

describe('a page to my webhook', () => {
  it('is signed with the secret that I was shown once, over the very bytes that came', async () => {
    await stage.settleFully();
    await stage.generic({ summary: 'Ärger 🔥 "quoted"', key: 'k1' });
    const ring = stage.ana.phone.rings.at(-1)!;
    expect(ring).toMatchObject({ method: 'POST', signed: true, answered: 200 });
    expect(ring.headers['content-type']).toBe('application/json');
    const header = String(ring.headers['tocsin-signature']);
    const now = new Date(Number(/^t=(\d+)/.exec(header)![1]) * 1_000).toISOString();
    expect(verifySignature('another secret', header, ring.body, now)).toBe(false);
    expect(stage.ana.phone.pages.at(-1)!.title).toBe('Ärger 🔥 "quoted"');
  });

  it('is told apart from its own repetition by its id', async () => {
    await stage.settleFully();
    stage.ana.phone.answerNext(500);
    await stage.generic({ summary: 'Twice', key: 'k2' });
    await stage.advance('PT15S');
    const keys = stage.ana.phone.rings
      .slice(-2)
      .map(({ headers, body }) => [headers['idempotency-key'], (JSON.parse(body) as { id: string }).id]);
    expect(keys.map(([header, id]) => header === id)).toEqual([true, true]);
    expect(keys[0]![0]).not.toBe(keys[1]![0]);
  });

  it('never shows the secret again', async () => {
    const { api, personId, methodId } = stage.ana;
    const contacts = await api.row('contacts', personId);
    expect(JSON.stringify(contacts)).not.toMatch(/signingSecret/);
    const addEvent = (await api.events(`person-${personId}`)).find(({ data }) => data['contactMethodId'] === methodId);
    expect(Object.keys(addEvent!.data)).not.toContain('signingSecret');
  });
});
