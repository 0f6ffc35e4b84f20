import { alertOf } from '../../../routing/signals.fixture.js';
import { ana } from '../../groups.fixture.js';
import { named, QuietScenario, silenceIdOf } from './quiet.fixture.js';

const low = { behaviour: 'low_urgency' } as const;
const starts = (windowMinutes: number): QuietScenario => {
  const scenario = new QuietScenario({ service: { ackTimeoutMinutes: 0 } });
  scenario.window(1, windowMinutes, low);
  return scenario;
};
const expectNews = (scenario: QuietScenario): void => {
  expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'high' });
  expect(scenario.all('EscalationStarted').at(-1)!.data.because).toBe('news');
  scenario.expectSound();
};

describe('a window of low urgency in which alerts were muted, too', () => {
  it('ends with news of one that was silenced for part of it', () => {
    const scenario = starts(60);
    scenario.silence(1, 20, named('Disk'));
    scenario.fires('a', 'Disk');
    scenario.passes(26);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.news();
    scenario.passes(34);
    expectNews(scenario);
  });

  it('ends with news of one that came out of its silence in a group that counts', () => {
    const scenario = starts(60);
    scenario.silence(1, 20, named('Disk'));
    scenario.fires('a', alertOf('Memory', { severity: 'info' }));
    scenario.fires('a', alertOf('Memory', { severity: 'info' }), 'Disk');
    scenario.passes(26);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.passes(34);
    expectNews(scenario);
  });

  it('ends with news of one that was silenced, and made to count by another', () => {
    const scenario = starts(60);
    scenario.silence(1, 20, named('Disk'));
    scenario.fires('a', 'Disk');
    scenario.fires('a', 'Disk', 'Memory');
    scenario.run('EndSilence', { silenceId: silenceIdOf(1) });
    scenario.passes(5);
    scenario.passes(55);
    expectNews(scenario);
  });

  it('pages nobody at its end for what is silenced longer, and the end of the silence does', () => {
    const scenario = starts(30);
    scenario.fires('a', 'Disk');
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.fires('a', 'Disk', 'Memory');
    scenario.silence(1, 120, named('Memory'));
    scenario.act('AcknowledgeAlertGroup', {}, ana);
    scenario.silence(2, 120, named('Disk'));
    scenario.news();
    scenario.passes(40);
    expect(scenario.row().urgency).toBe('low');
    expect(scenario.paged()).toEqual([]);
    scenario.passes(90);
    expect(scenario.row().urgency).toBe('high');
    scenario.expectSound();
  });

  it('does not raise a group that counts by what is silenced', () => {
    const scenario = starts(30);
    scenario.fires('a', 'Disk', alertOf('Memory', { severity: 'info' }));
    scenario.silence(1, 120, named('Disk'));
    scenario.news();
    scenario.passes(40);
    expect(scenario.row()).toMatchObject({ status: 'firing', urgency: 'low' });
    scenario.passes(85);
    expectNews(scenario);
  });
});
