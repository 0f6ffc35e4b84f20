import { Phone } from '@tocsin/testing/fakes/phone.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let watcher: Phone;
beforeAll(async () => {
  watcher = await Phone.start();
  stage = await Stage.begin({ env: { TOCSIN_HEARTBEAT_URL: `${watcher.url}?who=tocsin` } });
  await watcher.waitForRing();
});
afterAll(async () => {
  await stage.close();
  await watcher.close();
});

const countBeats = (): number => watcher.rings.length;

describe('the outward heartbeat', () => {
  it('is sent at the start, and then every minute', async () => {
    const first = await watcher.waitForRing();
    expect(first).toMatchObject({ method: 'GET', path: '/ring?who=tocsin' });
    const before = countBeats();
    for (let minute = 1; minute <= 3; minute += 1) {
      await stage.advance('PT1M');
      await watcher.waitForRing(() => countBeats() === before + minute);
    }
    expect(countBeats()).toBe(before + 3);
  });

  it('goes on when the watcher has failed once, and says in health that it is set up', async () => {
    stage.expectedErrors = /outward heartbeat/;
    watcher.answerNext(500);
    const before = countBeats();
    await stage.advance('PT1M');
    await watcher.waitForRing(() => countBeats() > before);
    await stage.advance('PT1M');
    await watcher.waitForRing(() => countBeats() > before + 1);
    const { body } = await stage.ana.api.request('GET', '/api/health');
    expect(body).toMatchObject({ ok: true, heartbeat: { configured: true } });
  });

  it('is not sent by a server that has stopped', async () => {
    await stage.tocsin.stop();
    const before = countBeats();
    await stage.restart();
    await watcher.waitForRing(() => countBeats() > before);
  });
});
