import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
beforeAll(async () => void (stage = await Stage.begin()));
afterAll(() => stage.close());

story('PagerDuty’s interface', (chapter) => {
  chapter('answers to the letter, and keeps to one group for one key', async () => {
    const { path, key } = await stage.integration('pagerduty-events');
    const event = {
      routing_key: key,
      event_action: 'trigger',
      dedup_key: 'srv01/mysql',
      payload: { summary: 'Down', source: 'srv01', severity: 'critical' },
    };
    const answer = await stage.tocsin.anonymous.request('POST', path, event);
    expect(answer).toMatchObject({ status: 202, body: { status: 'success', message: 'Event processed', dedup_key: 'srv01/mysql' } });
    await stage.settle();
    expect(await stage.pagerduty('acknowledge', 'srv01/mysql')).toBe('srv01/mysql');
    expect(await stage.getGroup()).toMatchObject({ status: 'acknowledged', holder: { kind: 'sender' } });
  });

  chapter('opens a new group for the same key after its resolve, at once', async () => {
    await stage.pagerduty('resolve', 'srv01/mysql');
    await stage.settleFully();
    expect(await stage.getGroup()).toMatchObject({ status: 'resolved' });
    await stage.pagerduty('trigger', 'srv01/mysql');
    expect(await stage.listGroups()).toMatchObject([{ status: 'resolved' }, { number: 2, status: 'firing', opening: 1 }]);
    expect(stage.ana.ringCount).toBe(2);
  });

  chapter('accepts what concerns nothing that is open, and drops it', async () => {
    expect(await stage.pagerduty('resolve', 'never-heard')).toBe('never-heard');
    expect(await stage.pagerduty('acknowledge', 'never-heard')).toBe('never-heard');
    expect(await stage.listGroups()).toHaveLength(2);
  });

  chapter('makes a key where there is none: always a new group', async () => {
    const first = await stage.pagerduty('trigger');
    const second = await stage.pagerduty('trigger');
    expect(first).not.toBe(second);
    expect(await stage.listGroups()).toHaveLength(4);
  });
});
