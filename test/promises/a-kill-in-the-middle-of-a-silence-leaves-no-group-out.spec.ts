// cluster: never, it is about the embedded profile
import { story } from '@tocsin/testing/stage/story.js';
import type { RecordedFact, RecordedOf } from '@tocsin/contracts/catalogue.js';
import * as alertGroupLimits from '@tocsin/contracts/alert-groups/limits.js';
import { stormLimits } from '@tocsin/contracts/routing/limits.js';
import { LogTail } from '@tocsin/testing/stage/log-tail.js';
import { openMany } from '@tocsin/testing/stage/many-groups.js';
import { eventsOfFolder } from '@tocsin/testing/stage/reenact-folder.js';
import { Stage } from '@tocsin/testing/stage/stage.js';
import { addMillis } from '@tocsin/kernel/time.js';

/** More than one event lists. */
const count = alertGroupLimits.sizes.listedTogether + stormLimits.opened;
const matchers = [{ label: 'alertname', operator: '=~' as const, value: 'Alert.*' }];

let stage: Stage;
let silenceId: string;
beforeAll(async () => {
  stage = await Stage.begin({ profile: 'embedded' });
  await stage.setPolicy([{ page: [stage.ana] }]);
  await openMany(stage, count, { severity: 'critical' });
});
afterAll(() => stage.close());

const readFacts = async (): Promise<readonly RecordedFact[]> => (await eventsOfFolder(stage.tocsin.data)) as readonly RecordedFact[];
const eventsOfType = <T extends RecordedFact['type']>(events: readonly RecordedFact[], type: T): readonly RecordedOf<T>[] =>
  events.filter((event) => event.type === type) as unknown as readonly RecordedOf<T>[];

/** Runs a command, and kills the server when its log has this event. */
const killAt = async (type: string, command: () => Promise<unknown>): Promise<void> => {
  const log = new LogTail(stage.tocsin.data);
  try {
    await command();
    await log.waitFor((event) => event.type === type);
    await stage.tocsin.stop('SIGKILL');
  } finally {
    await log.close();
  }
  await stage.restart();
  await stage.settle();
};

story(`a silence over ${count} open alert groups`, (chapter) => {
  chapter('covers each of them once, though the server is killed between the silence and the last group', async () => {
    const now = await stage.tocsin.advance('PT0S');
    await killAt('MutesAppliedToOpenGroups', async () => {
      const until = addMillis(now, 3_600_000);
      const { says } = await stage.ana.api.run('StartSilence', { teamId: stage.setUpAnswer.teamId, matchers, until });
      silenceId = String(says['silenceId']);
    });
    const suppressed = eventsOfType(await readFacts(), 'AlertGroupSuppressed').map(({ data }) => data.groupId);
    expect(new Set(suppressed).size).toBe(count);
    expect(suppressed).toHaveLength(count);
  });

  chapter('leaves none of them out when it ends, though the server is killed again: each pages once', async () => {
    const before = eventsOfType(await readFacts(), 'PageStarted').length;
    await killAt('AlertGroupSettling', () => stage.ana.api.run('EndSilence', { silenceId }));
    await stage.advance('PT6M');
    const facts = await readFacts();
    const ended = eventsOfType(facts, 'AlertGroupUnsuppressed').map(({ data }) => data.groupId);
    expect(new Set(ended).size).toBe(count);
    const pages = eventsOfType(facts, 'PageStarted')
      .slice(before)
      .filter(({ data }) => !data.quiet);
    expect(new Set(pages.map(({ data }) => data.groupId)).size).toBe(count);
    expect(pages).toHaveLength(count);
  });
});
