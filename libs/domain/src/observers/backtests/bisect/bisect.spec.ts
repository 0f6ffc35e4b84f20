import { asSource } from '@tocsin/kernel/replay/source.js';
import { asJson } from '@tocsin/kernel/replay/stored-form.js';
import { ana, as, contactsOfPerson, mia, pages } from '../../../operation/alert-groups/groups.fixture.js';
import { named, QuietScenario, silenceIdOf } from '../../../operation/alert-groups/aspects/mutes/quiet.fixture.js';
import { idOf } from '../../../configuration.fixture.js';
import { domain } from '../../../registry.js';
import { runBisect, type BisectFindings } from './bisect.js';

const day = 1_440;

/** Two nights of alerts by day and night, muted on the first of them by a silence that somebody ends. */
const history = (causationId: string | null = null) => {
  const scenario = new QuietScenario({
    steps: [pages([ana], { waitMinutes: 60 })],
    contacts: { [ana]: contactsOfPerson(ana, ['push'], [['high', 0, 0]]) },
  });
  scenario.silence(1, 20 * day, named('Disk'));
  scenario.silence(2, 20 * day, named('Nothing'));
  scenario.passes(1);
  const first = scenario.world.now;
  const night = (): void => {
    scenario.fires('disk', 'Disk');
    scenario.passes(10);
    scenario.ends('disk', 'Disk');
    scenario.passes(day - 10);
  };
  night();
  const second = scenario.world.now;
  for (const n of [1, 2])
    scenario.world.run(
      { type: 'EndSilence', data: { silenceId: silenceIdOf(n) } },
      { actor: as(mia), ...(causationId === null ? {} : { causationId }) },
    );
  scenario.passes(10);
  night();
  return { events: scenario.world.events, first, second };
};

const { events, first, second } = history();

const bisect = (from: string, against: string, of = events): BisectFindings => {
  const to = new Date(Date.parse(from) + day * 60_000).toISOString();
  const steps = runBisect({ domain, source: asSource(of), written: asJson }, { from, to, against, upTo: of.length });
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
};

describe('why one period was worse than another', () => {
  const findings = bisect(second, first);

  it('is found among what was changed between them, whichever is given first', () => {
    expect(findings).toMatchObject({ ended: 'found', changed: 2, nights: 1, better: { pages: 0 }, worse: { pages: 1, from: second } });
    expect(findings.named).toMatchObject([{ kind: 'silences', id: silenceIdOf(1), edits: 1, alone: 1, kept: 1 }]);
    expect(bisect(first, second)).toEqual(findings);
  });

  it('is found where the change was one of a plan, which carries out its commands by itself', () => {
    const byPlan = history(idOf('9a'));
    expect(bisect(byPlan.second, byPlan.first, byPlan.events).named).toMatchObject([
      { kind: 'silences', id: silenceIdOf(1), alone: 1, kept: 1 },
    ]);
  });

  it('needs no replay where neither is', () => {
    const [quiet, earlier] = ['2026-11-15T00:00:00.000Z', '2026-11-10T00:00:00.000Z'];
    expect(bisect(quiet, earlier)).toMatchObject({ ended: 'equal', runs: 0, replayed: null, named: [] });
  });
});
