import { pathOf } from '../pages/cast.js';
import type { Promises } from '../signals/cast.js';

export const anAcknowledgeOfWhatIsResolvedIsGoodNews: Promises = {
  'it says who resolved it and when, and changes nothing': async (cast) => {
    const { stage, ana, bo } = cast;
    const { id: groupId, number } = await cast.openGroup();
    const at = await stage.advance('PT1M');
    await bo.api.run('ResolveAlertGroup', { groupId });
    await stage.advance('PT1M');
    const events = (await stage.getTimeline(groupId)).length;
    expect(await ana.api.expectRefusal('AcknowledgeAlertGroup', { groupId })).toMatchObject({
      status: 409,
      code: 'alert_group.already_resolved',
      detail: expect.stringMatching(/^Already resolved/),
      params: { number, by: 'person', actorId: bo.personId, resolvedAt: at },
    });
    expect(await stage.getGroup(number)).toMatchObject({ status: 'resolved', holder: null });
    expect(await stage.getTimeline(groupId)).toHaveLength(events);
  },

  'the link of the page says so, too': async (cast) => {
    const { stage, ana } = cast;
    const page = ana.phone.pages.findLast(({ quiet }) => !quiet)!;
    const answer = await stage.tocsin.anonymous.request('POST', pathOf(page), { act: 'acknowledge' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'alert_group.already_resolved' } });
    expect((await stage.tocsin.anonymous.request('GET', pathOf(page))).body).toMatchObject({ status: 'resolved' });
  },

  'and of what its sender ended': async (cast) => {
    const { stage, ana } = cast;
    const { id: groupId, key } = await cast.openGroup();
    await stage.generic({ key, action: 'resolve' });
    expect(await ana.api.expectRefusal('AcknowledgeAlertGroup', { groupId })).toMatchObject({
      code: 'alert_group.already_resolved',
      params: { by: 'sender' },
    });
  },
};
