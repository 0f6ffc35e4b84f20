import type { RingingPage } from '@tocsin/contracts/live.js';
import { browserChannel } from './channel.js';
import { OpenTabs } from './open-tabs.js';
import { contactMethod, page } from '../../deliveries/message.fixture.js';

class FakeTabs extends OpenTabs {
  readonly calls: { personId: string; page: RingingPage; timeoutMs: number }[] = [];
  constructor(private readonly answer: boolean) {
    super();
  }
  async notifyTabs(personId: string, page: RingingPage, timeoutMs: number): Promise<boolean> {
    this.calls.push({ personId, page, timeoutMs });
    return this.answer;
  }
}

describe('a page in an open tab', () => {
  it('is delivered once a tab rang', async () => {
    const tabs = new FakeTabs(true);
    expect(await browserChannel({ tabs }).deliver('page', page(), contactMethod(), { deadlineMs: 10_000 })).toEqual({
      ok: true,
      state: 'delivered',
      providerId: null,
    });
    expect(tabs.calls).toEqual([
      {
        personId: page().personId,
        timeoutMs: 5_000,
        page: {
          pageId: page().pageId,
          groupId: page().groupId,
          number: 1042,
          title: 'Disk is full on db-1',
          urgency: 'high',
          quiet: false,
          cause: 'escalation',
          test: false,
          serviceName: 'Payments',
        },
      },
    ]);
  });

  it('names what waits behind it, and is no other page for that', async () => {
    const tabs = new FakeTabs(true);
    const waiting = 'and 4 more in Payments';
    await browserChannel({ tabs }).deliver('update', { page: page(), waiting }, contactMethod(), { deadlineMs: 10_000 });
    expect(tabs.calls).toMatchObject([{ personId: page().personId, page: { pageId: page().pageId, groupId: page().groupId, waiting } }]);
  });

  it('fails when no tab answered', async () => {
    const tabs = new FakeTabs(false);
    expect(await browserChannel({ tabs }).deliver('page', page(), contactMethod(), { deadlineMs: 2_000 })).toEqual({
      ok: false,
      reason: 'delivery.no_open_tab',
      detail: 'No open tab answered within 2 s.',
      retry: true,
    });
  });
});
