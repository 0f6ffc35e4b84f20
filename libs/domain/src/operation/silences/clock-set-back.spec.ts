import { addMillis } from '@tocsin/kernel/time.js';
import { bySystem } from '../../configuration.fixture.js';
import { named, QuietScenario } from '../alert-groups/aspects/mutes/quiet.fixture.js';

const setBack = ({ world }: QuietScenario, minutes: number): void => {
  const from = world.now;
  world.now = addMillis(from, -minutes * 60_000);
  world.run({ type: 'RecordClockStep', data: { from, to: world.now } }, { actor: bySystem });
  world.advance(0);
};
const start = (): QuietScenario => {
  const scenario = new QuietScenario();
  scenario.silence(1, 600, named('Disk'), { untilResolved: true });
  scenario.fires('a', 'Disk');
  scenario.ends('a', 'Disk');
  return scenario;
};

describe('a silence “until it resolves” when the clock is set back', () => {
  it('ends ten minutes later all the same', () => {
    const scenario = start();
    scenario.passes(4);
    setBack(scenario, 120);
    scenario.passes(9);
    expect(scenario.all('SilenceEnded')).toEqual([]);
    scenario.passes(1);
    expect(scenario.all('SilenceEnded').map(({ data }) => data.because)).toEqual(['resolved']);
    scenario.expectSound();
  });

  it('goes on where what it covers fires meanwhile', () => {
    const scenario = start();
    setBack(scenario, 120);
    scenario.passes(5);
    scenario.fires('b', 'Disk');
    scenario.passes(60);
    expect(scenario.all('SilenceEnded')).toEqual([]);
    expect(scenario.rowOf(2).status).toBe('suppressed');
  });
});
