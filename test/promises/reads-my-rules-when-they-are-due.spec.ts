import { story } from '@tocsin/testing/stage/story.js';
import { Stage } from '@tocsin/testing/stage/stage.js';

let stage: Stage;
let second: Awaited<ReturnType<Stage['addPhone']>>;
beforeAll(async () => {
  stage = await Stage.begin();
  second = await stage.addPhone(stage.ana.api, false);
  await stage.setPolicy([{ page: [stage.ana], wait: 120 }]);
});
afterAll(() => stage.close());

const addRule = async (delayMinutes: number, contactMethodId = second.methodId): Promise<string> => {
  const { api, personId } = stage.ana;
  const { says } = await api.run('AddNotificationRule', { personId, urgency: 'high', contactMethodId, delayMinutes });
  await stage.settle();
  return String(says['ruleId']);
};
const change = async (type: 'ChangeNotificationRule' | 'RemoveNotificationRule', ruleId: string, more: object = {}): Promise<void> => {
  const { api, personId } = stage.ana;
  await api.run(type, { personId, ruleId, ...more });
  await stage.settle();
};
/** Messages on the second phone for the page with this title. */
const countRings = (title: string): number => second.phone.pages.filter((page) => page.title === title && !page.quiet).length;

story('while I am being paged', (chapter) => {
  let ruleId: string;

  chapter('a rule that I remove does not ring any more', async () => {
    ruleId = await addRule(20);
    await stage.generic({ summary: 'First', key: 'first' });
    await stage.advance('PT5M');
    await change('RemoveNotificationRule', ruleId);
    await stage.advance('PT30M');
    expect([stage.ana.ringCount, countRings('First')]).toEqual([1, 0]);
    const [page] = await stage.pagesOf((await stage.getGroup(1)).id, stage.ana);
    expect(page!.attempts.at(-1)).toMatchObject({ state: 'cancelled', reason: 'delivery.rule_removed' });
  });

  chapter('a delay that I change counts from the start of the page', async () => {
    ruleId = await addRule(60);
    await stage.generic({ summary: 'Second', key: 'second' });
    await stage.advance('PT5M');
    await change('ChangeNotificationRule', ruleId, { delayMinutes: 10 });
    await stage.advance('PT4M59S');
    expect(countRings('Second')).toBe(0);
    await stage.advance('PT1S');
    expect(countRings('Second')).toBe(1);
  });

  chapter('a rule that I add rings, and at once when its time has passed', async () => {
    await change('RemoveNotificationRule', ruleId);
    await stage.generic({ summary: 'Third', key: 'third' });
    await stage.advance('PT5M');
    ruleId = await addRule(2);
    expect(countRings('Third')).toBe(1);
  });

  chapter('a method that I switch off does not ring, says so, and rings when it is on again', async () => {
    const { api, personId } = stage.ana;
    await change('ChangeNotificationRule', ruleId, { delayMinutes: 10 });
    await stage.generic({ summary: 'Off', key: 'off' });
    await stage.advance('PT5M');
    await api.run('SwitchOffContactMethod', { personId, contactMethodId: second.methodId });
    await stage.settle();
    await stage.advance('PT10M');
    expect(countRings('Off')).toBe(0);
    const [page] = await stage.pagesOf((await stage.getGroup(4)).id, stage.ana);
    expect(page!.attempts.at(-1)).toMatchObject({ state: 'cancelled', reason: 'delivery.method_switched_off' });
    await api.run('SwitchOnContactMethod', { personId, contactMethodId: second.methodId });
    await stage.settle();
    expect(countRings('Off')).toBe(1);
  });

  chapter('a method that I remove does not ring any more', async () => {
    await change('ChangeNotificationRule', ruleId, { delayMinutes: 20 });
    await stage.generic({ summary: 'Fourth', key: 'fourth' });
    await stage.advance('PT5M');
    const { api, personId } = stage.ana;
    await api.run('RemoveContactMethod', { personId, contactMethodId: second.methodId });
    await stage.advance('PT30M');
    expect(countRings('Fourth')).toBe(0);
  });
});
